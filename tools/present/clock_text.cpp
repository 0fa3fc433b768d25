// SPDX-License-Identifier: BSD-3-Clause
#include "present/clock_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "present/table.h"

namespace mpitrace::present {
namespace {

// The worst of all ranks; wall clocks say no error.
std::string joined_text(const model::Run& run) {
  model::ClockQuality worst;
  std::size_t by_wall_clock = 0;
  for (const model::Process& process : run.processes) {
    const model::ClockQuality& quality = process.clock_quality;
    if (quality.source == model::ClockSource::kWallClock) {
      ++by_wall_clock;
      continue;
    }
    worst.source = std::max(worst.source, quality.source);
    worst.error_at_start = std::max({worst.error_at_start, quality.error_at_start, quality.error_at_end});
  }
  const std::string error = duration_text(worst.error_at_start.ns);
  if (worst.source == model::ClockSource::kOneCounter)  // only the first counter's own ranks
    return "put together by their wall clocks (as exact as those agree)";
  std::string text = worst.source == model::ClockSource::kComparedOnce
                         ? "compared once, within " + error + " then (their drift is not known)"
                         : "compared at start and end, within " + error;
  if (by_wall_clock != 0) text += fmt::format("; {} ranks by the wall clock", by_wall_clock);
  return text;
}

}  // namespace

std::string clock_text(const model::Run& run) {
  if (run.clock_domains <= 1) return "one counter for all ranks";
  const model::ClockRepair& repair = run.clock_repair;
  std::string text = fmt::format("{} machines, {}", run.clock_domains, joined_text(run));
  if (repair.messages == 0) return text;
  text += fmt::format("; of {} messages and collectives between them {} were over before they began", repair.messages,
                      repair.reversed_as_compared);
  if (repair.reversed_as_compared == 0) return text;
  text += fmt::format(" (by {} at most), {} after their clocks were kept within what messages allow",
                      duration_text(repair.most_reversed.ns), repair.reversed_within_bounds);
  if (repair.moved_receives == 0) return text;
  return text + fmt::format(", {} after {} receives were moved (by {} at most)", repair.reversed_after_repair,
                            repair.moved_receives, duration_text(repair.most_moved.ns));
}

}  // namespace mpitrace::present
