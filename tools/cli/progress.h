// SPDX-License-Identifier: BSD-3-Clause
// A bar on stderr for work that lasts over a second, if that is a terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "cli/options.h"

namespace mpitrace::cli {

class Progress {
 public:
  Progress(const Options& options, std::string what, std::uint64_t steps);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Safe to call from several workers.
  void step();

 private:
  void draw(std::uint64_t done);

  std::string what_;
  std::uint64_t steps_;
  bool is_on_;
  std::chrono::steady_clock::time_point start_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::int64_t> drawn_ms_{0};
};

}  // namespace mpitrace::cli
