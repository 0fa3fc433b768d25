// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clock_repair.h"

#include <algorithm>

namespace mpitrace::merge {
namespace {

using model::ClockShift;
using model::Duration;
using model::Time;

constexpr std::int64_t kSlowdown = 100;  // catches up by 1 ns in so many
// Forged messages may move each other for ever.
constexpr std::size_t kMostRounds = 4'096;
constexpr std::size_t kMostSteps = 1U << 28U;  // messages looked at
constexpr Duration kBehind{2};                 // a moved receive and its send: knots may round each of them by 1 ns
constexpr Duration kMostShift{std::int64_t{1} << 54U};  // half a year; times may be forged

// A receive was moved to here; from `at` on everything is, by less and less.
struct Jump {
  Time at;
  Duration shift;
};
using Jumps = std::vector<Jump>;  // of a process, in order of time

Duration left_of(const Jump& jump, Time when) {
  return {std::max<std::int64_t>(0, model::wrapping_subtract(jump.shift.ns, (when - jump.at).ns / kSlowdown))};
}

// The last jump says it all: it was made to no less than what was left of those before.
Duration shift_at(const Jumps& jumps, Time when) {
  const auto after = std::upper_bound(jumps.begin(), jumps.end(), when,
                                      [](Time wanted, const Jump& jump) { return wanted < jump.at; });
  return after == jumps.begin() ? Duration{} : left_of(*(after - 1), when);
}

// The process's jumps, given everybody's so far. Its messages stand in order of their ends.
Jumps jumps_of(const TightMessage* begin, const TightMessage* end, const std::vector<Jumps>& all) {
  Jumps jumps;
  for (const TightMessage* message = begin; message != end; ++message) {
    const Time sent = message->sent + shift_at(all[message->sender], message->sent);
    const Duration late = sent - (message->received + shift_at(jumps, message->received));
    if (late.ns < 0) continue;
    jumps.push_back({message->received, std::min(sent + kBehind - message->received, kMostShift)});
  }
  return jumps;
}

ClockShift knots_of(const Jumps& jumps) {
  ClockShift knots;
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    const Jump& jump = jumps[i];
    const Duration before = i == 0 ? Duration{} : left_of(jumps[i - 1], jump.at);
    if (knots.empty() || knots.back().at < jump.at - Duration{1}) knots.push_back({jump.at - Duration{1}, before});
    if (knots.back().at == jump.at) {
      knots.back().shift = jump.shift;
    } else {
      knots.push_back({jump.at, jump.shift});
    }
    const Time caught_up = jump.at + Duration{jump.shift.ns * kSlowdown};
    if (i + 1 == jumps.size() || caught_up < jumps[i + 1].at - Duration{1}) knots.push_back({caught_up, {}});
  }
  return knots;
}

}  // namespace

Repaired repair_clocks(std::vector<TightMessage> messages, std::size_t processes) {
  std::sort(messages.begin(), messages.end(), [](const TightMessage& a, const TightMessage& b) {
    return a.receiver != b.receiver ? a.receiver < b.receiver : a.received < b.received;
  });
  std::vector<const TightMessage*> begins(processes + 1, messages.data() + messages.size());
  for (std::size_t i = messages.size(); i-- > 0;) begins[messages[i].receiver] = &messages[i];
  for (std::size_t p = processes; p-- > 0;) begins[p] = std::min(begins[p], begins[p + 1]);
  std::vector<Jumps> all(processes);
  // A send that was moved may reverse a message of its own: until nothing changes. Shifts only grow.
  bool has_changed = true;
  const std::size_t rounds = std::min(kMostRounds, kMostSteps / std::max<std::size_t>(messages.size(), 1));
  for (std::size_t round = 0; round < rounds && has_changed; ++round) {
    has_changed = false;
    for (std::size_t p = 0; p < processes; ++p) {
      Jumps jumps = jumps_of(begins[p], begins[p + 1], all);
      const auto is_same = [](const Jump& a, const Jump& b) { return a.at == b.at && a.shift == b.shift; };
      if (std::equal(jumps.begin(), jumps.end(), all[p].begin(), all[p].end(), is_same)) continue;
      all[p] = std::move(jumps);
      has_changed = true;
    }
  }
  Repaired repaired;
  for (const Jumps& jumps : all) {
    repaired.shifts.push_back(knots_of(jumps));
    repaired.moved_receives += jumps.size();
    for (const Jump& jump : jumps) repaired.most_moved = std::max(repaired.most_moved, jump.shift);
  }
  return repaired;
}

}  // namespace mpitrace::merge
