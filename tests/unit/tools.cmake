# The tools' tests and what they are made of.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Protobuf REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD IMPORTED_TARGET libzstd)
pkg_check_modules(SQLITE IMPORTED_TARGET sqlite3)

add_library(mpitrace_synthetic STATIC
  synthetic/functions.cpp
  synthetic/patterns.cpp
  synthetic/thread_writer.cpp
  synthetic/writer.cpp)
target_include_directories(mpitrace_synthetic PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(mpitrace_synthetic PUBLIC mpitrace_format mpitrace_schema PRIVATE mpitrace_warnings)

add_executable(synthetic_run synthetic/synthetic_run.cpp)
target_link_libraries(synthetic_run PRIVATE mpitrace_synthetic mpitrace_warnings CLI11::CLI11 fmt::fmt)

# Reads timelines back, in either form.
add_library(mpitrace_shown STATIC
  perfetto/differences.cpp
  perfetto/json_value.proto
  perfetto/perfetto_trace.proto
  perfetto/read_chrome.cpp
  perfetto/read_perfetto.cpp)
protobuf_generate(TARGET mpitrace_shown LANGUAGE cpp
  IMPORT_DIRS ${CMAKE_CURRENT_SOURCE_DIR}
  PROTOC_OUT_DIR ${CMAKE_CURRENT_BINARY_DIR}/shown)
target_include_directories(mpitrace_shown PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(mpitrace_shown SYSTEM PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/shown)
target_link_libraries(mpitrace_shown PUBLIC protobuf::libprotobuf PRIVATE ZLIB::ZLIB)

add_executable(tools_tests
  unit/cli/command_line.cpp
  unit/cli/export_test.cpp
  unit/cli/exported.cpp
  unit/cli/info_test.cpp
  unit/cli/launcher_test.cpp
  unit/cli/merge_test.cpp
  unit/cli/options_test.cpp
  unit/cli/time_range_test.cpp
  unit/cli/timeline_names_test.cpp
  unit/merge/clock_bounds_test.cpp
  unit/merge/clock_repair_test.cpp
  unit/merge/clocks_test.cpp
  unit/merge/collectives_test.cpp
  unit/merge/communicators_test.cpp
  unit/merge/merger_test.cpp
  unit/merge/order_clocks_test.cpp
  unit/merge/open_map_test.cpp
  unit/merge/receives_test.cpp
  unit/merge/slices_test.cpp
  unit/model/clock_test.cpp
  unit/model/workers_test.cpp
  unit/present/chrome_rank_test.cpp
  unit/present/compress_test.cpp
  unit/present/dump_test.cpp
  unit/present/export_collectives_test.cpp
  unit/present/export_file_test.cpp
  unit/present/info_test.cpp
  unit/present/names_test.cpp
  unit/present/output_test.cpp
  unit/present/pack_packets_test.cpp
  unit/present/parquet_reader.cpp
  unit/present/perfetto_rank_test.cpp
  unit/present/protobuf_test.cpp
  unit/present/request_lanes_test.cpp
  unit/present/run_length_test.cpp
  unit/present/table_test.cpp
  unit/present/text_test.cpp
  unit/present/timeline_file_test.cpp
  unit/present/timelines_test.cpp
  unit/read/file_scan_test.cpp
  unit/read/learn_test.cpp
  unit/read/mapped_file_test.cpp
  unit/read/records_test.cpp
  unit/read/run_test.cpp
  unit/read/running_test.cpp
  unit/read/symbols_test.cpp
  unit/read/thread_reader_test.cpp)
target_link_libraries(tools_tests PRIVATE mpitrace_cli mpitrace_synthetic mpitrace_shown mpitrace_warnings fmt::fmt ZLIB::ZLIB GTest::gtest_main)
target_compile_definitions(tools_tests PRIVATE MPITRACE_GOLDEN="${CMAKE_CURRENT_SOURCE_DIR}/golden")
if(ZSTD_FOUND)
  target_compile_definitions(tools_tests PRIVATE MPITRACE_TEST_ZSTD)
  target_link_libraries(tools_tests PRIVATE PkgConfig::ZSTD)
endif()
if(SQLITE_FOUND)
  target_sources(tools_tests PRIVATE unit/cli/export_sqlite_test.cpp)
  target_compile_definitions(tools_tests PRIVATE MPITRACE_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
  target_link_libraries(tools_tests PRIVATE PkgConfig::SQLITE)
endif()
# Its own lines are what it looks for, whatever the build type.
set_source_files_properties(unit/read/symbols_test.cpp PROPERTIES COMPILE_OPTIONS "-g;-O0")
gtest_discover_tests(tools_tests PROPERTIES LABELS unit)
include(fuzz/fuzz.cmake)
include(perf/merge/merge.cmake)
