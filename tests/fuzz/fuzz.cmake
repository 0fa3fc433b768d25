# Fuzzers, with clang and MPITRACE_FUZZ. The tests are short; longer by night: bin/make_corpus corpus && bin/fuzz_run corpus.
add_executable(make_corpus fuzz/make_corpus.cpp)
target_link_libraries(make_corpus PRIVATE mpitrace_synthetic mpitrace_warnings)

if(MPITRACE_FUZZ)
  add_executable(fuzz_run fuzz/fuzz_run.cpp)
  target_link_options(fuzz_run PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_run PRIVATE mpitrace_read mpitrace_merge mpitrace_present mpitrace_warnings)
  add_custom_target(fuzz_tests DEPENDS make_corpus fuzz_run)
  add_test(NAME fuzz.corpus COMMAND make_corpus ${CMAKE_BINARY_DIR}/corpus)
  set_tests_properties(fuzz.corpus PROPERTIES LABELS fuzz FIXTURES_SETUP corpus)
  add_test(NAME fuzz.run COMMAND fuzz_run -runs=20000 -rss_limit_mb=2048 -timeout=25 ${CMAKE_BINARY_DIR}/corpus)
  set_tests_properties(fuzz.run PROPERTIES LABELS fuzz FIXTURES_REQUIRED corpus)
endif()
