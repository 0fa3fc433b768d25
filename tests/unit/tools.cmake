# The tools' tests and what they are made of.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)

add_library(mpitrace_synthetic STATIC
  synthetic/functions.cpp
  synthetic/patterns.cpp
  synthetic/writer.cpp)
target_include_directories(mpitrace_synthetic PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(mpitrace_synthetic PUBLIC mpitrace_format mpitrace_schema PRIVATE mpitrace_warnings)

add_executable(synthetic_run synthetic/synthetic_run.cpp)
target_link_libraries(synthetic_run PRIVATE mpitrace_synthetic mpitrace_warnings CLI11::CLI11 fmt::fmt)
