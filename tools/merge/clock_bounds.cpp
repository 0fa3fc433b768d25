// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clock_bounds.h"

#include <algorithm>

namespace mpitrace::merge {
namespace {

// Far enough from the ends of 64 bits that sums of two stay within.
constexpr std::int64_t kFarNs = std::int64_t{1} << 61U;
constexpr std::int64_t kShortestNs = 1;  // a message takes at least this

using Shifts = std::vector<std::int64_t>;  // ns, by counter

// x[to] >= x[from] + least.
struct Need {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t least = 0;
};

std::int64_t clamped(std::int64_t ns) {
  return std::clamp(ns, -kFarNs, kFarNs);
}

bool is_violated(const std::vector<Need>& needs, const Shifts& x) {
  return std::any_of(needs.begin(), needs.end(),
                     [&](const Need& need) { return x[need.to] < clamped(x[need.from] + need.least); });
}

// What the first counter, which stays, leaves to each other one: from `lower` to `upper`.
void spread_from_first(const std::vector<Need>& needs, Shifts& lower, Shifts& upper) {
  lower.front() = upper.front() = 0;
  for (std::size_t round = 0; round < lower.size(); ++round) {
    bool has_changed = false;
    for (const Need& need : needs) {
      if (need.to != 0 && lower[need.from] > -kFarNs && lower[need.to] < clamped(lower[need.from] + need.least)) {
        lower[need.to] = clamped(lower[need.from] + need.least);
        has_changed = true;
      }
      if (need.from != 0 && upper[need.to] < kFarNs && upper[need.from] > clamped(upper[need.to] - need.least)) {
        upper[need.from] = clamped(upper[need.to] - need.least);
        has_changed = true;
      }
    }
    if (!has_changed) return;
  }
}

// The values nearest to `wanted` that meet all needs, if there are any. Needs that contradict each other stay unmet in
// part.
Shifts solve(const std::vector<Need>& needs, const Shifts& wanted) {
  if (!is_violated(needs, wanted)) return wanted;
  const std::size_t counters = wanted.size();
  Shifts lower(counters, -kFarNs);
  Shifts upper(counters, kFarNs);
  spread_from_first(needs, lower, upper);
  Shifts x(counters);
  for (std::size_t i = 0; i < counters; ++i) {
    const bool is_possible = lower[i] <= upper[i];
    x[i] = is_possible ? std::clamp(wanted[i], lower[i], upper[i]) : lower[i] / 2 + upper[i] / 2;
  }
  // Counters that the first one says nothing of may still need each other.
  for (std::size_t round = 0; round < counters; ++round) {
    for (const Need& need : needs) {
      if (need.to != 0) x[need.to] = std::max(x[need.to], std::min(clamped(x[need.from] + need.least), upper[need.to]));
    }
    if (!is_violated(needs, x)) break;
  }
  return x;
}

// What the stretches from `first` to `last` need.
std::vector<Need> needs_of(const MessageTimes& times, std::size_t first, std::size_t last) {
  std::vector<Need> needs;
  for (const auto& [pair, stretches] : times.pairs()) {
    std::int64_t least_ns = MessageTimes::kNone;
    for (std::size_t i = first; i <= last; ++i) least_ns = std::min(least_ns, stretches[i]);
    if (least_ns != MessageTimes::kNone)
      needs.push_back({pair.first, pair.second, clamped(kShortestNs - clamped(least_ns))});
  }
  return needs;
}

// Where nobody sent anything to or from a counter, it lies between what its last and its next messages say.
void fill_gaps(std::vector<Shifts>& knots, const std::vector<std::vector<bool>>& is_known, std::size_t counter) {
  std::size_t last = knots.size();
  for (std::size_t k = 0; k < knots.size(); ++k) {
    if (!is_known[k][counter]) continue;
    for (std::size_t gap = last == knots.size() ? 0 : last + 1; gap < k; ++gap) {
      const std::int64_t from = knots[last == knots.size() ? k : last][counter];
      const std::size_t begin = last == knots.size() ? 0 : last;
      const auto part = static_cast<std::int64_t>(gap - begin);
      const auto whole = static_cast<std::int64_t>(k - begin);
      knots[gap][counter] = from + (knots[k][counter] - from) / std::max<std::int64_t>(whole, 1) * part;
    }
    last = k;
  }
  for (std::size_t gap = last + 1; last < knots.size() && gap < knots.size(); ++gap)
    knots[gap][counter] = knots[last][counter];
}

}  // namespace

void MessageTimes::add(std::uint32_t from, std::uint32_t to, model::Time received, model::Duration took) {
  const std::int64_t stretch = std::clamp<std::int64_t>(received.ns / stretch_ns_, 0, kStretches - 1);
  Stretches& stretches = pairs_.try_emplace({from, to}, kStretches, kNone).first->second;
  std::int64_t& least = stretches[static_cast<std::size_t>(stretch)];
  least = std::min(least, took.ns);
}

void MessageTimes::add(const MessageTimes& others) {
  for (const auto& [pair, stretches] : others.pairs_) {
    Stretches& mine = pairs_.try_emplace(pair, kStretches, kNone).first->second;
    for (std::size_t i = 0; i < kStretches; ++i) mine[i] = std::min(mine[i], stretches[i]);
  }
}

std::vector<model::ClockShift> bound_clocks(const MessageTimes& times, std::size_t counters, ClockBounds how) {
  std::vector<model::ClockShift> shifts(counters);
  const Shifts still(counters, 0);
  const std::vector<Need> all = needs_of(times, 0, kStretches - 1);
  if (counters < 2 || !is_violated(all, still)) return shifts;
  // One shift for the whole run first: where it does for all, the clocks keep their rates.
  const Shifts steady = solve(all, still);
  std::vector<Shifts> knots(kStretches + 1, steady);
  std::vector<std::vector<bool>> is_known(kStretches + 1, std::vector<bool>(counters, false));
  for (std::size_t k = 0; how == ClockBounds::kByStretch && k <= kStretches; ++k) {
    const std::vector<Need> needs = needs_of(times, k == 0 ? 0 : k - 1, std::min(k, kStretches - 1));
    knots[k] = solve(needs, steady);
    for (const Need& need : needs) is_known[k][need.from] = is_known[k][need.to] = true;
  }
  for (std::uint32_t counter = 1; counter < counters; ++counter) {
    fill_gaps(knots, is_known, counter);
    model::ClockShift& shift = shifts[counter];
    for (std::size_t k = 0; k <= kStretches; ++k) shift.push_back({times.knot(k), {knots[k][counter]}});
    const auto is_same = [&](const model::ClockKnot& knot) { return knot.shift == shift.front().shift; };
    if (std::all_of(shift.begin(), shift.end(), is_same)) shift.resize(1);
    if (shift.size() == 1 && shift.front().shift.ns == 0) shift.clear();
  }
  return shifts;
}

}  // namespace mpitrace::merge
