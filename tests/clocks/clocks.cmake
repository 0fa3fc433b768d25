# A job on several nodes that are pretended (interposers/skewed_node.c): clocks.py says what must hold.
foreach(mpi ${mpitrace_mpis})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi})
  add_custom_command(OUTPUT ${folder}/nodes
    COMMAND ${MPITRACE_TEST_${mpi}_MPICC} -std=gnu11 -O1 -g -Wall -Wextra -Wno-stringop-overflow -o ${folder}/nodes
            ${CMAKE_CURRENT_LIST_DIR}/nodes.c
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/nodes.c VERBATIM)
  add_custom_target(${mpi}_nodes ALL DEPENDS ${folder}/nodes)
  if(MPITRACE_TEST_PYTHON)
    foreach(case plain pending unwritable killed exit abort off)
      add_test(NAME mpi.${mpi}.clocks_${case} COMMAND ${MPITRACE_TEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/clocks.py
        $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool> $<TARGET_FILE:skewed_node> ${MPITRACE_TEST_${mpi}_MPIRUN}
        ${folder}/nodes ${case})
      set_tests_properties(mpi.${mpi}.clocks_${case} PROPERTIES LABELS mpi PROCESSORS 4 TIMEOUT 300)
    endforeach()
  endif()
endforeach()
