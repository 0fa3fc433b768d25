// SPDX-License-Identifier: BSD-3-Clause
// What messages say of the clocks of different machines: none can be received before it was sent. Takes the shortest
// time that any message seemed to take, by pair of counters and stretch of the run; gives the smallest corrections with
// which none took less than nothing, where there are any. Trusts the clocks as far as messages allow it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "model/clock_shift.h"

namespace mpitrace::merge {

// The run's time in stretches of the same length; corrections have their knots where stretches meet.
inline constexpr std::size_t kStretches = 64;

class MessageTimes {
 public:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  explicit MessageTimes(model::Time end)
      : stretch_ns_(end.ns > 0 ? end.ns / static_cast<std::int64_t>(kStretches) + 1 : 1) {}

  void add(std::uint32_t from, std::uint32_t to, model::Time received, model::Duration took);
  void add(const MessageTimes& others);

  using Stretches = std::vector<std::int64_t>;  // ns of the fastest message; kNone where there was none
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  const std::map<Pair, Stretches>& pairs() const { return pairs_; }
  model::Time knot(std::size_t number) const { return {static_cast<std::int64_t>(number) * stretch_ns_}; }

 private:
  std::int64_t stretch_ns_;
  std::map<Pair, Stretches> pairs_;
};

// By counter; the first one stays as it is. All empty where no message was reversed. kSteady: one shift for the whole
// run, for clocks that may be off by more than the run is long: until they are put near each other their stretches are
// not the same ones.
enum class ClockBounds : std::uint8_t { kSteady, kByStretch };
std::vector<model::ClockShift> bound_clocks(const MessageTimes& times, std::size_t counters, ClockBounds how);

}  // namespace mpitrace::merge
