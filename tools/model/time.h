// SPDX-License-Identifier: BSD-3-Clause
// Time as a type, so that a point, a length and a rank cannot be swapped. Integers in nanoseconds; arithmetic wraps,
// since times come from files and a forged one must not be undefined behaviour.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace mpitrace::model {

struct Duration {
  std::int64_t ns = 0;
  friend auto operator<=>(Duration, Duration) = default;
};

// A moment on the run's one clock (see merge/clocks.h) or, before that, on a process's own.
struct Time {
  std::int64_t ns = 0;
  friend auto operator<=>(Time, Time) = default;
};

inline constexpr Time kEarliest{std::numeric_limits<std::int64_t>::min()};
inline constexpr Time kLatest{std::numeric_limits<std::int64_t>::max()};

constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

constexpr Duration operator+(Duration a, Duration b) {
  return {wrapping_add(a.ns, b.ns)};
}
constexpr Duration operator-(Time a, Time b) {
  return {wrapping_subtract(a.ns, b.ns)};
}
constexpr Time operator+(Time a, Duration b) {
  return {wrapping_add(a.ns, b.ns)};
}
constexpr Time operator-(Time a, Duration b) {
  return {wrapping_subtract(a.ns, b.ns)};
}

}  // namespace mpitrace::model
