// SPDX-License-Identifier: BSD-3-Clause
// The options every subcommand has, and the set of ranks they name.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/result.h"

namespace mpitrace::cli {

// "0-3,8"
class RankSet {
 public:
  static model::Result<RankSet> parse(const std::string& text);
  bool has(std::int32_t rank) const;

 private:
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges_;
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
