// SPDX-License-Identifier: BSD-3-Clause
// Ticks of one counter -> nanoseconds, by anchors: linear between two of them, the nearest two extended beyond; then
// bent by corrections that are linear between knots. Never runs backwards. Integers only: a double holds no more than
// 53 bits and would lose nanoseconds of an uptime of 104 days.
#pragma once

#include <cstdint>
#include <vector>

#include "model/process.h"
#include "model/time.h"

namespace mpitrace::model {

class Clock {
 public:
  Clock() : Clock({}, ClockKind::kMonotonicRawNs, 0) {}
  Clock(std::vector<Anchor> anchors, ClockKind kind, std::uint64_t ticks_per_second);

  // Nearly always in the stretch of the call before.
  Time at(std::uint64_t ticks) const {
    const Stretch& last = stretches_[last_];
    if (ticks - last.begin_ticks < last.length_ticks) return convert(last, ticks);
    return find(ticks);
  }
  Duration length(std::uint64_t ticks) const;
  void shift(Duration by);
  // Adds what `knots` say to every result: linear between them, constant before the first and after the last.
  void bend(const ClockShift& knots);
  // The first tick that is not before `when`.
  std::uint64_t ticks_at(Time when) const;

 private:
  // ns = begin_ns + ticks * whole + ticks * fraction / 2^64, from begin_ticks on.
  struct Stretch {
    std::uint64_t begin_ticks = 0;
    std::uint64_t length_ticks = 0;
    std::int64_t begin_ns = 0;
    std::uint64_t whole = 1;
    std::uint64_t fraction = 0;
  };
  static Time convert(const Stretch& stretch, std::uint64_t ticks);
  static Stretch between(std::uint64_t from_ticks, std::uint64_t to_ticks, std::uint64_t from_ns, std::uint64_t to_ns);
  Time find(std::uint64_t ticks) const;

  std::vector<Stretch> stretches_;  // never empty, by begin_ticks
  mutable std::size_t last_ = 0;    // a Clock belongs to one reader
};

}  // namespace mpitrace::model
