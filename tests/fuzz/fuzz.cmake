# Fuzzers, with clang and MPITRACE_FUZZ: ninja fuzz_run fuzz_corpus, then bin/fuzz_run corpus.
add_executable(make_corpus fuzz/make_corpus.cpp)
target_link_libraries(make_corpus PRIVATE mpitrace_synthetic mpitrace_warnings)

if(MPITRACE_FUZZ)
  add_executable(fuzz_run fuzz/fuzz_run.cpp)
  target_link_options(fuzz_run PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_run PRIVATE mpitrace_read mpitrace_merge mpitrace_present mpitrace_warnings)
  add_custom_target(fuzz_corpus COMMAND make_corpus ${CMAKE_BINARY_DIR}/corpus)
endif()
