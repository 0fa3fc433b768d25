// SPDX-License-Identifier: BSD-3-Clause
// The options every subcommand has, and the sets of ranks and times they name.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/result.h"
#include "model/time.h"

namespace mpitrace::cli {

// "0-3,8"
class RankSet {
 public:
  static model::Result<RankSet> parse(const std::string& text);
  bool has(std::int32_t rank) const;

 private:
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges_;
};

// "1.2s:3s", "500us:", ":2s", from the start of the run; s, ms, us, ns.
struct TimeRange {
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;
  static model::Result<TimeRange> parse(const std::string& text);
};

struct Options {
  std::string ranks;
  std::string time;
  std::string job;
  std::size_t jobs = 0;  // workers; 0: one for each CPU
  bool quiet = false;
  bool no_progress = false;
  std::string color = "auto";
};

void add_options(CLI::App& app, Options& options);

}  // namespace mpitrace::cli
