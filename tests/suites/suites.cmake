# MPICH's and mpi4py's own test suites, alone and traced. The scripts beside this file fetch and build them when a person runs them, so
# these tests are there only where that was done. Of MPICH's suite they run a part; the script runs all.
find_package(Python3 COMPONENTS Interpreter)
# Where the suites are: mpich for MPICH and openmpi for Open MPI, each built by mpich.py, and mpi4py's source.
set(MPITRACE_TEST_SUITES ${PROJECT_SOURCE_DIR}/build/suites CACHE PATH "Folder with built test suites of MPI")
set(suites_folder ${CMAKE_CURRENT_LIST_DIR})

foreach(mpi ${mpitrace_mpis})
  if(Python3_FOUND AND EXISTS ${MPITRACE_TEST_SUITES}/${mpi}/configured)
    add_test(NAME suite.${mpi} COMMAND Python3::Interpreter -B ${suites_folder}/mpich.py ${mpi} --build ${MPITRACE_TEST_SUITES}/${mpi}
      --library $<TARGET_FILE:mpitrace> --tool $<TARGET_FILE:mpitrace_tool> --tests ${suites_folder}/quick.list)
    set_tests_properties(suite.${mpi} PROPERTIES LABELS suite PROCESSORS 4 TIMEOUT 1800)
  else()
    message(STATUS "MPICH's test suite under ${mpi} left out: none built in ${MPITRACE_TEST_SUITES}/${mpi}")
  endif()
endforeach()

if(TEST app.openmpi.mpi4py AND Python3_FOUND AND EXISTS ${MPITRACE_TEST_SUITES}/mpi4py/test/runtests.py)
  add_test(NAME suite.mpi4py COMMAND Python3::Interpreter -B ${suites_folder}/mpi4py.py --source ${MPITRACE_TEST_SUITES}/mpi4py
    --library $<TARGET_FILE:mpitrace> --tool $<TARGET_FILE:mpitrace_tool>)
  set_tests_properties(suite.mpi4py PROPERTIES LABELS suite PROCESSORS 2 TIMEOUT 7200)
else()
  message(STATUS "mpi4py's test suite left out: no python3-mpi4py, or no source in ${MPITRACE_TEST_SUITES}/mpi4py")
endif()
