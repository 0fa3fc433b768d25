# Exported Parquet as others read it: by DuckDB and by Arrow, where python3 has them.
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(STATUS "tests of Parquet with other readers left out: no python3 found")
  return()
endif()
foreach(reader duckdb pyarrow)
  add_test(NAME export.${reader} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/other_readers.py ${reader}
    $<TARGET_FILE:mpitrace_tool> $<TARGET_FILE:synthetic_run> ${PROJECT_SOURCE_DIR}/docs/QUERIES.md)
  set_tests_properties(export.${reader} PROPERTIES LABELS unit SKIP_RETURN_CODE 77)
endforeach()
