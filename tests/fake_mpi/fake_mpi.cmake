# Every function of the table called under the recorder, with an MPI of our own behind it: no MPI is needed, and every ABI can be had,
# also those that no installed MPI has.

set(mpitrace_fake_targets "")
# A sanitizer's runtime must be the first library of its process, and here the recorder is.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  return()
endif()

# add_fake_mpi(MPI): libmpi_fake_MPI.so and the program that calls it.
function(add_fake_mpi mpi)
  set(folder ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  string(TOUPPER ${mpi} upper)
  add_library(mpi_fake_${mpi} SHARED ${folder}/answers.cpp ${folder}/fake.cpp ${folder}/rows.cpp)
  add_executable(fake_driver_${mpi} ${folder}/arguments.cpp ${folder}/caller.cpp ${folder}/driver.cpp ${folder}/expected.cpp
                 ${folder}/expected_bytes.cpp ${folder}/expected_objects.cpp)
  target_link_libraries(fake_driver_${mpi} PRIVATE mpi_fake_${mpi} Threads::Threads)
  foreach(target mpi_fake_${mpi} fake_driver_${mpi})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/libtrace ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(${target} PRIVATE MPITRACE_FAKE_${upper})
    target_link_libraries(${target} PRIVATE mpitrace_warnings)
  endforeach()
  foreach(case mpi_names pmpi_names errors threads)
    add_test(NAME fake.${mpi}.${case} COMMAND ${folder}/run_case.sh
      $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> $<TARGET_FILE:fake_driver_${mpi}> ${case})
    set_tests_properties(fake.${mpi}.${case} PROPERTIES LABELS unit)
  endforeach()
endfunction()

set(mpitrace_fake_targets mpitrace mpitrace_tool)
foreach(mpi openmpi mpich standard)
  add_fake_mpi(${mpi})
  list(APPEND mpitrace_fake_targets fake_driver_${mpi})
endforeach()
