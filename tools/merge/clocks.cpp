// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clocks.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "model/clock.h"

namespace mpitrace::merge {
namespace {

using model::ClockKnot;
using model::ClockSource;
using model::Duration;
using model::Time;

// Two kinds of clock of one boot meet in its raw monotonic time, which anchors give this exactly.
constexpr Duration kAnchorError{100};

// A comparison seen from one of its ends: at `at` on its counter, the other's shows `offset` more.
struct Sight {
  std::uint32_t other = 0;
  Time at;
  Duration offset;
  Duration error;
  bool is_lasting = false;  // both keep the same rate: one moment says it for all
};

// A counter, and where it stands.
struct Domain {
  std::uint32_t reference = 0;  // process
  model::Clock clock;           // ticks -> its own ns
  std::vector<Sight> sights;
  bool is_placed = false;
  model::ClockShift shift;
  model::ClockQuality quality;
};

std::vector<Domain> find_domains(model::Run& run, std::vector<std::uint32_t>& domain_of) {
  // Without a boot id nobody knows which counter it was: then each process is a domain of its own.
  using Key = std::tuple<std::string, model::ClockKind, std::uint64_t>;
  std::map<Key, std::uint32_t> numbers;
  std::vector<Domain> domains;
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    model::Process& process = run.processes[i];
    const Key key{process.boot_id, process.clock_kind, process.boot_id.empty() ? process.id : 0};
    const auto [found, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(domains.size()));
    if (is_new) {
      domains.emplace_back();
      domains.back().reference = static_cast<std::uint32_t>(i);
      domains.back().clock = model::Clock(process.anchors, process.clock_kind, process.ticks_per_second);
    }
    domain_of.push_back(found->second);
    process.clock_reference = domains[found->second].reference;
  }
  return domains;
}

void see(std::vector<Domain>& domains, std::uint32_t one, Time at_one, std::uint32_t other, Time at_other,
         Duration error, bool is_lasting) {
  domains[one].sights.push_back({other, at_one, at_other - at_one, error, is_lasting});
  domains[other].sights.push_back({one, at_other, at_one - at_other, error, is_lasting});
}

void join_by_samples(const model::Run& run, const std::vector<std::uint32_t>& domain_of, std::vector<Domain>& domains) {
  std::unordered_map<std::uint64_t, std::size_t> by_id;
  for (std::size_t i = 0; i < run.processes.size(); ++i) by_id.try_emplace(run.processes[i].id, i);
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    for (const model::ClockSample& sample : run.processes[i].clock_samples) {
      const auto peer = by_id.find(sample.peer_process);
      if (peer == by_id.end() || domain_of[peer->second] == domain_of[i]) continue;
      const model::Clock& clock = domains[domain_of[i]].clock;
      const Time before = clock.at(sample.ticks_before);
      const Duration trip = clock.at(sample.ticks_after) - before;
      if (trip.ns < 0) continue;
      const Duration half{(trip.ns + 1) / 2};
      const std::uint32_t other = domain_of[peer->second];
      see(domains, domain_of[i], before + half, other, domains[other].clock.at(sample.peer_ticks), half, false);
    }
  }
}

// Ranks of one machine that read different clocks.
void join_by_boot(const model::Run& run, std::vector<Domain>& domains) {
  std::map<std::string, std::uint32_t> first;
  for (std::uint32_t i = 0; i < domains.size(); ++i) {
    const model::Process& process = run.processes[domains[i].reference];
    if (process.boot_id.empty() || process.anchors.empty()) continue;
    const auto [found, is_new] = first.try_emplace(process.boot_id, i);
    const Time raw{static_cast<std::int64_t>(process.anchors.front().monotonic_raw_ns)};
    if (!is_new) see(domains, i, raw, found->second, raw, kAnchorError, true);
  }
}

// Places `domain` by what it saw of `known`, which stands already.
void place(Domain& domain, std::uint32_t known_number, const Domain& known) {
  std::vector<Sight> seen;
  for (const Sight& sight : domain.sights) {
    if (sight.other == known_number) seen.push_back(sight);
  }
  std::sort(seen.begin(), seen.end(), [](const Sight& a, const Sight& b) { return a.at < b.at; });
  for (const Sight& sight : seen) {
    const Duration beyond = model::shift_at(known.shift, sight.at + sight.offset);
    if (!domain.shift.empty() && domain.shift.back().at == sight.at) continue;
    domain.shift.push_back({sight.at, sight.offset + beyond});
  }
  domain.quality.error_at_start = seen.front().error + known.quality.error_at_start;
  domain.quality.error_at_end = seen.back().error + known.quality.error_at_end;
  const bool has_rate = domain.shift.size() > 1 || seen.front().is_lasting;
  domain.quality.source =
      std::max(has_rate ? ClockSource::kCompared : ClockSource::kComparedOnce, known.quality.source);
  domain.is_placed = true;
}

// All that samples join with `first`, the nearest first: every step adds its error.
void spread_from(std::uint32_t first, std::vector<Domain>& domains) {
  std::deque<std::uint32_t> next{first};
  for (; !next.empty(); next.pop_front()) {
    for (const Sight& sight : domains[next.front()].sights) {
      if (domains[sight.other].is_placed) continue;
      place(domains[sight.other], next.front(), domains[next.front()]);
      next.push_back(sight.other);
    }
  }
}

// On the scale of a counter that is `base_ns` behind the world's time.
model::ClockShift by_wall_clock(const model::Process& process, std::uint64_t base_ns) {
  model::ClockShift shift;
  const auto add = [&](const model::Anchor& anchor) {
    if (anchor.realtime_ns == 0) return;
    const Time at{static_cast<std::int64_t>(anchor.monotonic_raw_ns)};
    if (shift.empty() || shift.back().at < at)
      shift.push_back({at, {static_cast<std::int64_t>(anchor.realtime_ns - base_ns - anchor.monotonic_raw_ns)}});
  };
  if (process.anchors.empty()) return shift;
  add(process.anchors.front());
  add(*std::max_element(process.anchors.begin(), process.anchors.end(),
                        [](const auto& a, const auto& b) { return a.monotonic_raw_ns < b.monotonic_raw_ns; }));
  return shift;
}

std::uint64_t ahead_of_counter(const model::Process& process) {
  if (process.anchors.empty()) return 0;
  return process.anchors.front().realtime_ns - process.anchors.front().monotonic_raw_ns;
}

}  // namespace

void align_clocks(model::Run& run) {
  std::vector<std::uint32_t> domain_of;
  std::vector<Domain> domains = find_domains(run, domain_of);
  run.clock_domains = static_cast<std::uint32_t>(domains.size());
  if (domains.empty()) return;
  join_by_samples(run, domain_of, domains);
  join_by_boot(run, domains);
  run.base_realtime_ns = ahead_of_counter(run.processes[domains.front().reference]);
  for (std::uint32_t i = 0; i < domains.size(); ++i) {
    if (domains[i].is_placed) continue;
    domains[i].is_placed = true;
    if (i != 0) {
      domains[i].shift = by_wall_clock(run.processes[domains[i].reference], run.base_realtime_ns);
      domains[i].quality.source = ClockSource::kWallClock;
    }
    spread_from(i, domains);
  }
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    run.processes[i].clock_shift = domains[domain_of[i]].shift;
    run.processes[i].clock_quality = domains[domain_of[i]].quality;
  }
}

std::vector<std::uint32_t> clock_domains(const model::Run& run) {
  std::vector<std::uint32_t> domain_of;
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const model::Process& process : run.processes)
    domain_of.push_back(
        numbers.try_emplace(process.clock_reference, static_cast<std::uint32_t>(numbers.size())).first->second);
  return domain_of;
}

}  // namespace mpitrace::merge
