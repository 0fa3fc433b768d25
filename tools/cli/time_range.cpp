// SPDX-License-Identifier: BSD-3-Clause
#include "cli/time_range.h"

#include <charconv>
#include <cstdint>
#include <string_view>

#include "present/table.h"

namespace mpitrace::cli {
namespace {

struct Unit {
  std::string_view name;
  std::size_t digits;  // that a whole one has as nanoseconds: 1 s = 10^9 ns
};
constexpr Unit kUnits[] = {{"s", 9}, {"ms", 6}, {"us", 3}, {"ns", 0}};

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

bool is_number(std::string_view text) {
  const std::size_t point = text.find('.');
  const bool has_one_point = point == std::string_view::npos || text.find('.', point + 1) == std::string_view::npos;
  return has_one_point && !text.empty() && text.front() != '.';
}

// "1.2s" -> 1'200'000'000. Integers only, so that no nanosecond is lost; digits below one are cut off.
model::Result<model::Time> moment(const std::string& text) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string number = text.substr(0, unit_at);
  const std::string unit_name = text.substr(unit_at);
  if (!is_number(number)) return model::Error{text + " is no time such as 1.2s"};
  if (number == "0" && unit_name.empty()) return model::Time{0};
  if (unit_name.empty()) return model::Error{text + " has no unit (s, ms, us or ns)"};
  const Unit* unit = find_unit(unit_name);
  if (unit == nullptr) return model::Error{unit_name + " is no unit (s, ms, us and ns are)"};
  const std::size_t point = number.find('.');
  std::string fraction = point == std::string::npos ? "" : number.substr(point + 1);
  fraction.resize(unit->digits, '0');
  const std::string digits = number.substr(0, point) + fraction;
  model::Time time;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), time.ns).ec != std::errc())
    return model::Error{text + " is longer than any run"};
  return time;
}

}  // namespace

model::Result<TimeRange> TimeRange::parse(const std::string& text) {
  const auto wrong = [&](const std::string& why) { return model::Error{"--time " + text + ": " + why}; };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text == ":") return wrong("not a range such as 1.2s:3s, 500us: or :2s");
  TimeRange range;
  const std::string from = text.substr(0, colon);
  const std::string to = text.substr(colon + 1);
  if (!from.empty()) {
    const auto parsed = moment(from);
    if (!parsed) return wrong(parsed.error().text);
    range.from = *parsed;
  }
  if (!to.empty()) {
    const auto parsed = moment(to);
    if (!parsed) return wrong(parsed.error().text);
    range.to = *parsed;
  }
  if (range.to < range.from) return wrong("ends before it begins");
  return range;
}

model::Result<model::Nothing> TimeRange::check_within(model::Time end) const {
  if (from <= end) return model::Nothing{};
  return model::Error{"--time begins at " + present::duration_text(from.ns) + ", but the run ends at " +
                      present::duration_text(end.ns)};
}

}  // namespace mpitrace::cli
