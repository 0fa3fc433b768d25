# How fast merge is: ninja merge_bench mpitrace_tool, then bin/merge_bench bin/mpitrace /dev/shm.
add_executable(merge_bench perf/merge/merge_bench.cpp)
target_link_libraries(merge_bench PRIVATE mpitrace_synthetic mpitrace_shown mpitrace_warnings fmt::fmt ZLIB::ZLIB)
