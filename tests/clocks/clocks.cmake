# A job on several nodes that are pretended (interposers/skewed_node.c): clocks.py and timeline.py say what must hold.
foreach(mpi ${mpitrace_mpis})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi})
  foreach(program nodes moments)
    add_custom_command(OUTPUT ${folder}/${program}
      COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -std=gnu11 -O1 -g -Wall -Wextra -Wno-stringop-overflow -o ${folder}/${program}
              ${CMAKE_CURRENT_LIST_DIR}/${program}.c
      DEPENDS ${CMAKE_CURRENT_LIST_DIR}/${program}.c VERBATIM)
  endforeach()
  add_custom_target(${mpi}_nodes ALL DEPENDS ${folder}/nodes ${folder}/moments)
  if(MPITRACE_TEST_PYTHON)
    foreach(case plain pending unwritable killed exit abort off)
      add_test(NAME mpi.${mpi}.clocks_${case} COMMAND ${MPITRACE_TEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/clocks.py
        $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> $<TARGET_FILE:skewed_node> ${MPITRACE_TEST_${mpi}_MPIRUN}
        ${folder}/nodes ${case})
      set_tests_properties(mpi.${mpi}.clocks_${case} PROPERTIES LABELS mpi PROCESSORS 4 TIMEOUT 300)
    endforeach()
    foreach(case compared once never)
      add_test(NAME mpi.${mpi}.timeline_${case} COMMAND ${MPITRACE_TEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/timeline.py
        $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> $<TARGET_FILE:skewed_node> ${MPITRACE_TEST_${mpi}_MPIRUN}
        ${folder}/moments ${case})
      set_tests_properties(mpi.${mpi}.timeline_${case} PROPERTIES LABELS mpi PROCESSORS 4 TIMEOUT 300)
    endforeach()
  endif()
endforeach()
