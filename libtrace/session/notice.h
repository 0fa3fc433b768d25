// SPDX-License-Identifier: BSD-3-Clause
// The lines that a user may see on stderr. Takes a format and values; writes one line, or some that belong together,
// with one write(). Changes no errno.
#pragma once

#include <cstddef>

namespace mpitrace::session {

inline constexpr std::size_t kMostLineBytes = 2048;

// "mpitrace: <text>"
[[gnu::format(printf, 1, 2)]] void notice(const char* format, ...) noexcept;

// Such lines that no other process's may come between. Starts as zeros; what does not fit goes out on the way.
class Notices {
 public:
  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...) noexcept;
  void end() noexcept;

 private:
  std::size_t size_ = 0;
  char text_[16 * kMostLineBytes];
};

}  // namespace mpitrace::session
