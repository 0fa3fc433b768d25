// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace mpitrace::cli {
namespace {

std::optional<std::int32_t> whole_number(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<model::Time> moment(std::string_view text) {
  const std::size_t unit_at = text.find_first_not_of("0123456789.");
  const std::string_view unit = unit_at == std::string_view::npos ? "s" : text.substr(unit_at);
  const std::string_view digits = text.substr(0, unit_at);
  static const std::map<std::string_view, std::pair<std::int64_t, std::size_t>> kUnits = {
      {"s", {1'000'000'000, 9}}, {"ms", {1'000'000, 6}}, {"us", {1'000, 3}}, {"ns", {1, 0}}};
  const auto found = kUnits.find(unit);
  if (found == kUnits.end() || digits.empty()) return std::nullopt;
  const std::size_t point = digits.find('.');
  const auto whole = whole_number(digits.substr(0, point));
  std::string fraction(point == std::string_view::npos ? "" : digits.substr(point + 1));
  fraction.resize(found->second.second, '0');  // digits below a nanosecond are cut off
  const auto rest = fraction.empty() ? std::optional<std::int32_t>(0) : whole_number(fraction);
  if (!whole || !rest) return std::nullopt;
  return model::Time{*whole * found->second.first + *rest};
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

model::Result<TimeRange> TimeRange::parse(const std::string& text) {
  const model::Error error{"--time " + text + ": not a range such as 1.2s:3s, 500us: or :2s"};
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return error;
  TimeRange range;
  const std::string_view from = std::string_view(text).substr(0, colon);
  const std::string_view to = std::string_view(text).substr(colon + 1);
  if (!from.empty()) {
    const auto parsed = moment(from);
    if (!parsed) return error;
    range.from = *parsed;
  }
  if (!to.empty()) {
    const auto parsed = moment(to);
    if (!parsed) return error;
    range.to = *parsed;
  }
  return range;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--ranks", options.ranks, "only these ranks, such as 0-3,8");
  app.add_option("--time", options.time, "only this time of the run, such as 1.2s:3s");
  app.add_option("--job", options.job, "which job, where a folder holds several (default: the newest)");
  app.add_option("--jobs", options.jobs, "worker threads (default: one for each CPU)")->check(CLI::Range(1, 1024));
  app.add_flag("--quiet", options.quiet, "say nothing but errors");
  app.add_flag("--no-progress", options.no_progress, "no progress bar");
  app.add_option("--color", options.color, "auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}));
}

}  // namespace mpitrace::cli
