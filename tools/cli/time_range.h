// SPDX-License-Identifier: BSD-3-Clause
// The span of time that --time names. Takes the user's words; gives nanoseconds since the start of the run, or says
// what is wrong with them.
#pragma once

#include <string>

#include "model/result.h"
#include "model/time.h"

namespace mpitrace::cli {

// "1.2s:3s", "500us:", ":2s"; s, ms, us, ns.
struct TimeRange {
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;

  static model::Result<TimeRange> parse(const std::string& text);
  bool is_whole() const { return from == model::kEarliest && to == model::kLatest; }
  bool touches(model::Time start, model::Time end) const { return start <= to && end >= from; }
  // A range that begins behind `end`, the last moment of the run, can show nothing.
  model::Result<model::Nothing> check_within(model::Time end) const;
};

}  // namespace mpitrace::cli
