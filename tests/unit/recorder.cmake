# The recorder's tests: libtrace's own sources, compiled as for the library, without the symbols it takes over from an MPI. No MPI is
# linked: where a room asks one, the test answers.
find_package(Threads REQUIRED)

get_target_property(recorder_sources mpitrace SOURCES)
list(FILTER recorder_sources EXCLUDE REGEX "^mpi/(stubs|fortran|dynamic_symbol)\\.cpp$")
list(TRANSFORM recorder_sources PREPEND ${PROJECT_SOURCE_DIR}/libtrace/)
get_target_property(recorder_options mpitrace COMPILE_OPTIONS)
get_target_property(recorder_definitions mpitrace COMPILE_DEFINITIONS)

add_library(mpitrace_recorder STATIC ${recorder_sources})
target_include_directories(mpitrace_recorder PUBLIC ${PROJECT_SOURCE_DIR}/libtrace ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(mpitrace_recorder PRIVATE ${recorder_definitions})
target_compile_options(mpitrace_recorder PRIVATE ${recorder_options})
target_link_libraries(mpitrace_recorder PRIVATE mpitrace_warnings)
set_target_properties(mpitrace_recorder PROPERTIES POSITION_INDEPENDENT_CODE ON)

# Two libraries of one layout: the second is mapped where the first was.
foreach(plugin first second)
  add_library(${plugin}_plugin MODULE unit/record/plugin.c)
  target_link_options(${plugin}_plugin PRIVATE -Wl,--build-id)
endforeach()

add_executable(recorder_tests
  unit/encode/chunk_builder_test.cpp
  unit/encode/message_test.cpp
  unit/encode/varint_test.cpp
  unit/format/chunk_test.cpp
  unit/format/crc32c_test.cpp
  unit/format/fnv1a_test.cpp
  unit/format/document.cpp
  unit/format/fields_test.cpp
  unit/format/live_slot_test.cpp
  unit/format/schema.cpp
  unit/mpi/abi_test.cpp
  unit/mpi/clock_sync_test.cpp
  unit/mpi/clock_tree_test.cpp
  unit/mpi/collective_bytes_test.cpp
  unit/mpi/communicators_test.cpp
  unit/mpi/completions_test.cpp
  unit/mpi/datatypes_test.cpp
  unit/mpi/fake_mpi.cpp
  unit/mpi/files_test.cpp
  unit/mpi/handle_table_test.cpp
  unit/mpi/life_cycle_test.cpp
  unit/mpi/listed_names_test.cpp
  unit/mpi/messages_test.cpp
  unit/mpi/peer_bytes_test.cpp
  unit/mpi/requests_test.cpp
  unit/mpi/statuses_test.cpp
  unit/mpi/topology_test.cpp
  unit/mpi/windows_test.cpp
  unit/mpi/wrapper_test.cpp
  unit/record/call_test.cpp
  unit/record/clock_test.cpp
  unit/record/context_test.cpp
  unit/record/control_test.cpp
  unit/record/decoder.cpp
  unit/record/modules_test.cpp
  unit/record/polls_test.cpp
  unit/record/regions_test.cpp
  unit/record/record_of_process.cpp
  unit/record/recording.cpp
  unit/record/thread_test.cpp
  unit/session/edit_distance_test.cpp
  unit/session/figures_test.cpp
  unit/session/files_test.cpp
  unit/session/fresh_session.cpp
  unit/session/header_test.cpp
  unit/session/interface_test.cpp
  unit/session/interrupted_test.cpp
  unit/session/launcher_test.cpp
  unit/session/live_folder_test.cpp
  unit/session/notice_test.cpp
  unit/session/session_test.cpp
  unit/session/settings_test.cpp
  unit/session/summary_test.cpp
  unit/session/symbol_test.cpp
  unit/store/live_file_test.cpp
  unit/store/log_file_test.cpp
  unit/store/run_folder_test.cpp
  unit/store/signals_blocked_test.cpp
  unit/store/temporary_folder.cpp)
target_include_directories(recorder_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_compile_definitions(recorder_tests PRIVATE MPITRACE_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}"
  MPITRACE_FIRST_PLUGIN="$<TARGET_FILE:first_plugin>" MPITRACE_SECOND_PLUGIN="$<TARGET_FILE:second_plugin>")
add_dependencies(recorder_tests first_plugin second_plugin)
target_link_libraries(recorder_tests PRIVATE mpitrace_recorder mpitrace_schema mpitrace_warnings GTest::gtest_main Threads::Threads ${CMAKE_DL_LIBS})
target_link_options(recorder_tests PRIVATE -Wl,--build-id)  # what record/modules_test looks for
gtest_discover_tests(recorder_tests PROPERTIES LABELS unit)
