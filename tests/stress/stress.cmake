# Random messages on communicators that come and go, through the real recorder and merger: stress.py says what must hold.
foreach(mpi ${mpitrace_mpis})
  set(program ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi}/stress)
  add_custom_command(OUTPUT ${program}
    COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -std=gnu11 -O1 -g -Wall -Wextra -Wno-stringop-overflow -o ${program}
            ${CMAKE_CURRENT_LIST_DIR}/stress.c
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/stress.c VERBATIM)
  add_custom_target(${mpi}_stress ALL DEPENDS ${program})
  if(MPITRACE_TEST_PYTHON)
    add_test(NAME stress.${mpi} COMMAND ${MPITRACE_TEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/stress.py
      $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> ${MPITRACE_TEST_${mpi}_MPIRUN} ${program} --rounds 100)
    set_tests_properties(stress.${mpi} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 300)
  endif()
endforeach()
