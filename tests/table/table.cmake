# The list of intercepted functions (libtrace/mpi/functions.inc) against itself, against the format, and against every
# MPI at hand.
find_package(GTest REQUIRED)

add_executable(rows_test ${CMAKE_CURRENT_LIST_DIR}/rows_test.cpp)
target_include_directories(rows_test PRIVATE ${PROJECT_SOURCE_DIR}/libtrace ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(rows_test PRIVATE mpitrace_schema mpitrace_warnings GTest::gtest_main)
gtest_discover_tests(rows_test PROPERTIES LABELS unit)

# add_table_test(NAME WRAPPER): compares the table with the mpi.h and the library that a compiler wrapper would use.
function(add_table_test name wrapper)
  execute_process(COMMAND ${wrapper} -show
    OUTPUT_VARIABLE shown OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${shown}")
  set(include_folders ${words})
  list(FILTER include_folders INCLUDE REGEX "^-I")
  list(TRANSFORM include_folders REPLACE "^-I" "")
  set(library_folders ${words})
  list(FILTER library_folders INCLUDE REGEX "^-L")
  list(TRANSFORM library_folders REPLACE "^-L" "")
  set(libraries ${words})
  list(FILTER libraries INCLUDE REGEX "^-lmpi")
  list(TRANSFORM libraries REPLACE "^-l" "")
  find_library(${name}_library NAMES ${libraries} HINTS ${library_folders} NO_CACHE REQUIRED)

  add_executable(table_${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/prototypes.cpp)
  target_include_directories(table_${name} PRIVATE ${PROJECT_SOURCE_DIR}/libtrace)
  target_include_directories(table_${name} SYSTEM PRIVATE ${include_folders})
  target_compile_definitions(table_${name} PRIVATE OMPI_OMIT_MPI1_COMPAT_DECLS=0 OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_compile_options(table_${name} PRIVATE -Wno-deprecated-declarations)  # the table has removed functions too
  target_link_libraries(table_${name} PRIVATE mpitrace_warnings)
  set_target_properties(table_${name} PROPERTIES CXX_CLANG_TIDY "")  # one function made of the whole table
  add_test(NAME table.${name} COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/exported.sh
    ${${name}_library} $<TARGET_FILE:table_${name}> ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/not_intercepted.txt)
  set_tests_properties(table.${name} PROPERTIES LABELS check)
endfunction()

# "mpicc.openmpi" gives the test table.openmpi, "/opt/mpi/bin/mpicc" the test table.mpicc.
set(MPITRACE_TABLE_WRAPPERS mpicc.openmpi mpicc.mpich
  CACHE STRING "Compiler wrappers of the MPIs that the table is compared with")
foreach(wrapper IN LISTS MPITRACE_TABLE_WRAPPERS)
  find_program(found ${wrapper} NO_CACHE)
  if(NOT found)
    message(STATUS "mpitrace: no ${wrapper}: the table of functions is not compared with that MPI")
    continue()
  endif()
  string(REGEX REPLACE "^.*mpicc\\." "" name ${wrapper})
  cmake_path(GET name FILENAME name)
  add_table_test(${name} ${found})
  unset(found)
endforeach()
