// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>

namespace mpitrace::cli {
namespace {

constexpr std::int64_t kFirstDrawnMs = 1000;
constexpr std::int64_t kDrawnEveryMs = 100;
constexpr std::uint64_t kWidth = 40;

}  // namespace

Progress::Progress(const Options& options, std::string what, std::uint64_t steps)
    : what_(std::move(what)),
      steps_(steps),
      is_on_(steps > 0 && !options.quiet && !options.no_progress && ::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (drawn_ms_ > 0) fmt::print(stderr, "\r\x1b[K");
}

void Progress::step() {
  const std::uint64_t done = ++done_;
  if (!is_on_) return;
  const auto passed =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_).count();
  std::int64_t drawn = drawn_ms_;
  if (passed < kFirstDrawnMs || passed - drawn < kDrawnEveryMs) return;
  if (drawn_ms_.compare_exchange_strong(drawn, passed)) draw(done);
}

void Progress::draw(std::uint64_t done) {
  const std::uint64_t full = done * kWidth / steps_;
  fmt::print(stderr, "\r{} [{:<{}}] {:3}%", what_, std::string(full, '#'), kWidth, done * 100 / steps_);
}

}  // namespace mpitrace::cli
