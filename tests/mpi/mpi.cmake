# MPI programs under the tracer: each shows one behaviour and has its calls beside it in NAME.expected. Built once for each MPI, by that
# MPI's own compiler wrappers, so that several can be tested side by side.

set(mpitrace_mpis "")

# add_mpi(MPI SUFFIX): SUFFIX is what Debian appends to that MPI's commands; empty for the one that a site has.
function(add_mpi mpi suffix)
  find_program(MPITRACE_TEST_${mpi}_MPICC mpicc${suffix})
  find_program(MPITRACE_TEST_${mpi}_MPIFORT mpif90${suffix})
  find_program(MPITRACE_TEST_${mpi}_MPIRUN mpirun${suffix})
  if(MPITRACE_TEST_${mpi}_MPIFORT)
    # The wrapper can be there without the compiler that it calls.
    execute_process(COMMAND ${MPITRACE_TEST_${mpi}_MPIFORT} --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT MPITRACE_TEST_${mpi}_MPIFORT OR failed)
    set(MPITRACE_TEST_${mpi}_MPIFORT "" CACHE FILEPATH "" FORCE)
    message(STATUS "Fortran tests under ${mpi} left out: no working mpif90${suffix} found")
  endif()
  if(MPITRACE_TEST_${mpi}_MPICC AND MPITRACE_TEST_${mpi}_MPIRUN)
    set(mpitrace_mpis ${mpitrace_mpis} ${mpi} PARENT_SCOPE)
  else()
    message(STATUS "tests under ${mpi} left out: no mpicc${suffix} and mpirun${suffix} found")
  endif()
endfunction()

add_mpi(openmpi .openmpi)
add_mpi(mpich .mpich)
if(NOT mpitrace_mpis)
  add_mpi(mpi "")
endif()

# add_mpi_program(MPI NAME FLAGS...): NAME.c or NAME.f90; gives the program's path in `program`, empty where its language is missing.
function(add_mpi_program mpi name)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi}/${name})
  set(source ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.c)
  if(EXISTS ${source})
    # MPICH 4.0 declares MPI_STATUSES_IGNORE so that gcc takes it for an array of no elements.
    set(compile ${MPITRACE_TEST_${mpi}_MPICC} -std=gnu11 -O1 -g -pthread -Wall -Wextra -Wno-stringop-overflow)
  else()
    set(source ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.f90)
    # mpif.h declares no interfaces, so the compiler compares calls with each other.
    set(compile ${MPITRACE_TEST_${mpi}_MPIFORT} -O1 -g -w -fallow-argument-mismatch)
    if(NOT MPITRACE_TEST_${mpi}_MPIFORT)
      set(program "" PARENT_SCOPE)
      return()
    endif()
  endif()
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi})
  add_custom_command(OUTPUT ${program} COMMAND ${compile} ${ARGN} -o ${program} ${source} DEPENDS ${source} VERBATIM)
  add_custom_target(${mpi}_${name} ALL DEPENDS ${program})
  set(program ${program} PARENT_SCOPE)
endfunction()

# add_mpi_case(MPI NAME RANKS SETTINGS PROGRAM...): registers mpi.MPI.NAME. NAME.MPI.expected comes before NAME.expected, for the rare
# behaviour in which two MPIs differ.
function(add_mpi_case mpi name ranks settings)
  set(expected ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.${mpi}.expected)
  if(NOT EXISTS ${expected})
    set(expected ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.expected)
  endif()
  add_test(NAME mpi.${mpi}.${name} COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_case.sh
    $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> ${expected} ${MPITRACE_TEST_${mpi}_MPIRUN} ${ranks} ${ARGN})
  # The timeout ends a program that hangs; none takes a tenth of it.
  set_tests_properties(mpi.${mpi}.${name} PROPERTIES LABELS mpi PROCESSORS ${ranks} TIMEOUT 120 ENVIRONMENT "${settings}")
endfunction()

# add_mpi_test(NAME RANKS [FLAGS flag...] [SETTINGS VARIABLE=value...]): builds and registers NAME for each MPI found.
function(add_mpi_test name ranks)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;SETTINGS")
  foreach(mpi ${mpitrace_mpis})
    add_mpi_program(${mpi} ${name} ${arg_FLAGS})
    if(program)
      add_mpi_case(${mpi} ${name} ${ranks} "${arg_SETTINGS}" ${program})
    endif()
  endforeach()
endfunction()

add_mpi_test(point_to_point 2)
add_mpi_test(nonblocking 2)
add_mpi_test(persistent 2)
add_mpi_test(sendrecv 3)
add_mpi_test(probe 2)
add_mpi_test(polls 1)
add_mpi_test(requests 1)
add_mpi_test(many_requests 1)
add_mpi_test(collectives 3)
add_mpi_test(nonblocking_collectives 3)
add_mpi_test(communicators 3)
add_mpi_test(threads 2)
add_mpi_test(pcontrol 2)
add_mpi_test(no_finalize 1)
add_mpi_test(destructor 2)
add_mpi_test(fork 2)
add_mpi_test(exec 2)
add_mpi_test(abort 2)
add_mpi_test(killed 1)
foreach(binding mpif mpi f08)
  add_mpi_test(fortran_${binding} 2 SETTINGS MPITRACE_GROUPS=all)
endforeach()
add_mpi_test(windows_and_files 2)
add_mpi_test(non_pic 1 FLAGS -fno-pie -no-pie)
foreach(mpi ${mpitrace_mpis})
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi}/plugin)
  add_custom_command(OUTPUT ${plugin}.so
    COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -DPLUGIN -O1 -g -fPIC -shared -o ${plugin}.so ${CMAKE_CURRENT_LIST_DIR}/plugin.c
    DEPENDS mpi/plugin.c VERBATIM)
  add_custom_target(${mpi}_plugin_so ALL DEPENDS ${plugin}.so)
endforeach()
# Without this the wrapper links MPI, and the program would not be free of it.
add_mpi_test(plugin 2 FLAGS -Wl,--as-needed)
add_mpi_test(fetched 2 FLAGS -Wl,--as-needed -Wno-pedantic SETTINGS MPITRACE_GROUPS=all)

# Debian's mpi4py belongs to Debian's Python and to Open MPI.
find_program(MPITRACE_TEST_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if("openmpi" IN_LIST mpitrace_mpis AND MPITRACE_TEST_PYTHON)
  execute_process(COMMAND ${MPITRACE_TEST_PYTHON} -c "import mpi4py" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    add_mpi_case(openmpi python 4 "" ${MPITRACE_TEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/python.py)
  endif()
endif()
if(NOT TEST mpi.openmpi.python)
  message(STATUS "test under mpi4py left out: no python3-mpi4py found")
endif()
