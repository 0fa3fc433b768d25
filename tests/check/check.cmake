# The repository's own rules as tests: add_check(NAME ARGUMENTS...) runs check/NAME.sh.
function(add_check name)
  add_test(NAME check.${name} COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.sh ${ARGN} COMMAND_EXPAND_LISTS)
  set_tests_properties(check.${name} PROPERTIES LABELS check)
endfunction()

add_check(layering ${PROJECT_SOURCE_DIR})
add_check(exports $<TARGET_FILE:mpitrace>)
add_check(hot_path $<TARGET_OBJECTS:mpitrace>)
add_check(help_matches_man $<TARGET_FILE:mpitrace_tool> ${PROJECT_SOURCE_DIR})
