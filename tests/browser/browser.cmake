# The merged timeline as viewers take it: by the rules of their importers (browser/trace_rules.py, and browser/same_timeline for Perfetto's form,
# which must show the same), for each of the MPI programs, and, where Chromium, node and the packages of browser/package.json are there, shown by two viewers.
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(STATUS "tests of merged timelines left out: no python3 found")
  return()
endif()
set(browser_folder ${CMAKE_CURRENT_LIST_DIR})
add_executable(same_timeline browser/same_timeline.cpp)
target_link_libraries(same_timeline PRIVATE mpitrace_shown mpitrace_warnings ZLIB::ZLIB)

add_test(NAME browser.trace_rules COMMAND Python3::Interpreter -B ${browser_folder}/trace_rules_test.py)
set_tests_properties(browser.trace_rules PROPERTIES LABELS unit)

# add_merged_test(MPI NAME): traces a program of tests/mpi with two ranks, merges it and checks the timeline, which stays in `timeline`.
function(add_merged_test mpi name)
  set(timeline ${CMAKE_CURRENT_BINARY_DIR}/browser/${mpi}/${name}.trace.json.gz)
  set(test browser.merged.${mpi}.${name})
  add_test(NAME ${test} COMMAND ${browser_folder}/merged.sh $<TARGET_FILE:mpitrace> $<TARGET_FILE:mpitrace_tool>
    ${MPITRACE_TEST_${mpi}_MPIRUN} 2 ${CMAKE_CURRENT_BINARY_DIR}/mpi/${mpi}/${name} ${timeline} $<TARGET_FILE:same_timeline>)
  set_tests_properties(${test} PROPERTIES LABELS mpi PROCESSORS 2 TIMEOUT 120)
  set(test ${test} PARENT_SCOPE)
  set(timeline ${timeline} PARENT_SCOPE)
endfunction()

# Not `threads`: where MPI gives finished sends of several threads one handle, an arrow of a request may end at another thread.
set(merged_programs abort collectives communicators destructor killed many_requests nonblocking nonblocking_collectives pcontrol persistent
  point_to_point polls probe requests sendrecv windows_and_files)
foreach(mpi ${mpitrace_mpis})
  foreach(name ${merged_programs})
    add_merged_test(${mpi} ${name})
    if(name STREQUAL "nonblocking" AND NOT browser_timeline)
      set(browser_timeline ${timeline})
      set_tests_properties(${test} PROPERTIES FIXTURES_SETUP browser_timeline)
    endif()
  endforeach()
endforeach()

find_program(MPITRACE_TEST_CHROMIUM NAMES chromium chromium-browser google-chrome)
find_program(MPITRACE_TEST_NODE NAMES node nodejs)
# Where `npm ci` was run on a copy of browser/package.json and its lock: `./dev test` does so.
set(MPITRACE_TEST_PACKAGES ${PROJECT_SOURCE_DIR}/build/browser CACHE PATH "Folder with node_modules for the browser tests")
set(missing "")
if(NOT MPITRACE_TEST_CHROMIUM)
  list(APPEND missing "chromium")
endif()
if(NOT MPITRACE_TEST_NODE)
  list(APPEND missing "node")
endif()
foreach(package playwright-core speedscope)
  if(NOT EXISTS ${MPITRACE_TEST_PACKAGES}/node_modules/${package}/package.json)
    list(APPEND missing "the npm package ${package} in ${MPITRACE_TEST_PACKAGES}")
  endif()
endforeach()
if(NOT browser_timeline)
  list(APPEND missing "an MPI")
endif()
if(missing)
  list(JOIN missing ", " missing)
  message(STATUS "browser tests left out: ${missing} not found")
  return()
endif()

foreach(viewer devtools speedscope)
  add_test(NAME browser.${viewer} COMMAND ${MPITRACE_TEST_NODE} --test ${browser_folder}/${viewer}.test.mjs)
  set_tests_properties(browser.${viewer} PROPERTIES LABELS browser FIXTURES_REQUIRED browser_timeline TIMEOUT 300 ENVIRONMENT
    "MPITRACE_TEST_PACKAGES=${MPITRACE_TEST_PACKAGES};MPITRACE_TEST_CHROMIUM=${MPITRACE_TEST_CHROMIUM};MPITRACE_TEST_TRACE=${browser_timeline}")
endforeach()
