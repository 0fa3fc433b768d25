# Runs that earlier versions of the recorder wrote, one folder each, and what they hold. Every later reader must read them alike.
foreach(name messages polls threads fortran killed)
  add_test(NAME golden.${name} COMMAND ${CMAKE_CURRENT_LIST_DIR}/golden.sh
    $<TARGET_FILE:mpitrace_tool> ${CMAKE_CURRENT_LIST_DIR}/format-v1/${name})
  set_tests_properties(golden.${name} PROPERTIES LABELS golden)
endforeach()
