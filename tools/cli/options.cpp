// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace mpitrace::cli {
namespace {

std::optional<std::int32_t> whole_number(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

model::Result<RankSet> RankSet::parse(const std::string& text) {
  RankSet set;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view part = std::string_view(text).substr(at, comma - at);
    const std::size_t dash = part.find('-');
    const auto first = whole_number(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(part.substr(dash + 1));
    if (!first || !last || *last < *first)
      return model::Error{"--ranks " + text + ": not a list of ranks such as 0-3,8"};
    set.ranges_.emplace_back(*first, *last);
    at = comma + 1;
  }
  return set;
}

bool RankSet::has(std::int32_t rank) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const auto& range) { return rank >= range.first && rank <= range.second; });
}

void add_options(CLI::App& app, Options& options) {
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return std::string("mpitrace: ") + error.what() + " (mpitrace --help, or mpitrace COMMAND --help, says more)\n";
  });
  app.add_option("--ranks", options.ranks, "only these ranks, such as 0-3,8");
  app.add_option("--time", options.time, "only this time of the run, such as 1.2s:3s");
  app.add_option("--job", options.job, "which job, where a folder holds several (default: the newest)");
  app.add_option("--jobs", options.jobs, "worker threads (default: one for each CPU)")->check(CLI::Range(1, 1024));
  app.add_flag("--quiet", options.quiet, "say nothing but errors");
  app.add_flag("--no-progress", options.no_progress, "no progress bar");
  app.add_option("--color", options.color, "auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}));
}

}  // namespace mpitrace::cli
