// SPDX-License-Identifier: BSD-3-Clause
#include "session/settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <cstring>

#include "session/edit_distance.h"

namespace mpitrace::session {
namespace {

constexpr char kPrefix[] = "MPITRACE_";
constexpr std::size_t kPrefixSize = sizeof kPrefix - 1;
constexpr std::uint32_t kSmallestBuffer = 128U << 10U;
constexpr std::uint32_t kLargestBuffer = 16U << 20U;

struct GroupName {
  const char* name;
  std::uint32_t bits;
};
// Bit numbers are trace.proto's Group. The life cycle is always recorded.
constexpr std::uint32_t kLifeCycle = 1U << 7U;
constexpr GroupName kGroups[] = {{"p2p", 1U << 1U},  {"coll", 1U << 2U},  {"rma", 1U << 3U}, {"io", 1U << 4U},
                                 {"comm", 1U << 5U}, {"local", 1U << 6U}, {"all", 0x7eU},    {"default", 0x3eU}};
constexpr std::uint32_t kDefaultGroups = 0x3eU;

bool read_bool(const char* value) noexcept {
  return std::strcmp(value, "0") != 0 && value[0] != '\0';
}

// "512KiB", "4M", "1GiB", "1000": bytes; powers of 1024 whatever the spelling. 0: not a size.
std::uint64_t read_size(const char* value) noexcept {
  char* rest = nullptr;
  const unsigned long long number = strtoull(value, &rest, 10);
  if (rest == value || value[0] == '-') return 0;
  unsigned shift = 0;
  switch (*rest) {
    case 'k':
    case 'K':
      shift = 10;
      break;
    case 'm':
    case 'M':
      shift = 20;
      break;
    case 'g':
    case 'G':
      shift = 30;
      break;
    case 't':
    case 'T':
      shift = 40;
      break;
    default:
      return *rest == '\0' ? number : 0;
  }
  ++rest;
  if (std::strcmp(rest, "iB") != 0 && std::strcmp(rest, "B") != 0 && *rest != '\0') return 0;
  return number > (~0ULL >> shift) ? 0 : number << shift;
}

// Adds the named groups; false at a name that is none. "-name" takes a group away.
bool add_groups(const char* value, std::uint32_t& groups) noexcept {
  groups = kLifeCycle;
  if (value[0] == '-' || value[0] == '\0') groups |= kDefaultGroups;
  while (*value != '\0') {
    const bool take_away = *value == '-';
    if (take_away) ++value;
    const std::size_t size = std::strcspn(value, ",");
    std::uint32_t bits = 0;
    for (const GroupName& group : kGroups) {
      if (std::strlen(group.name) == size && std::strncmp(group.name, value, size) == 0) bits = group.bits;
    }
    if (bits == 0) return false;
    groups = take_away ? groups & ~bits : groups | bits;
    value += size;
    if (*value == ',') ++value;
  }
  return true;
}

// Each reads one setting. Gives what is wrong with the value, or null.
using Reader = const char* (*)(const char* value, Settings& settings) noexcept;

template <std::size_t kBytes>
const char* copy_text(const char* value, char (&text)[kBytes]) noexcept {
  if (std::strlen(value) >= kBytes) return "is too long; it is ignored";
  std::strcpy(text, value);
  return nullptr;
}

const char* read_buffer(const char* value, Settings& settings) noexcept {
  const std::uint64_t bytes = read_size(value);
  if (bytes < kSmallestBuffer || bytes > kLargestBuffer) return "is not a size from 128KiB to 16MiB; the default holds";
  settings.buffer_bytes = static_cast<std::uint32_t>((bytes + 4095U) & ~std::uint64_t{4095U});
  return nullptr;
}

const char* read_dir(const char* value, Settings& settings) noexcept {
  return copy_text(value, settings.folder);
}

const char* read_groups(const char* value, Settings& settings) noexcept {
  if (add_groups(value, settings.groups)) return nullptr;
  settings.groups = kDefaultGroups | kLifeCycle;
  return "is not a list of p2p, coll, rma, io, comm, local, all, default, or of -name to take one away; the default "
         "holds";
}

const char* read_live(const char* value, Settings& settings) noexcept {
  return copy_text(value, settings.live_folder);
}

const char* read_max_size(const char* value, Settings& settings) noexcept {
  const std::uint64_t bytes = read_size(value);
  if (bytes == 0) return "is not a size such as 500MiB; there is no limit";
  settings.max_file_bytes = bytes;
  return nullptr;
}

const char* read_off(const char* value, Settings& settings) noexcept {
  settings.off = read_bool(value);
  return nullptr;
}

const char* read_start(const char* value, Settings& settings) noexcept {
  settings.start_paused = std::strcmp(value, "paused") == 0;
  const bool is_known = settings.start_paused || std::strcmp(value, "on") == 0;
  return is_known ? nullptr : "is neither on nor paused; recording is on from the start";
}

const char* read_summary(const char* value, Settings& settings) noexcept {
  if (value[0] < '0' || value[0] > '2' || value[1] != '\0') return "is none of 0, 1, 2; the default holds";
  settings.summary = value[0] - '0';
  return nullptr;
}

// Nanoseconds of "s", "ms", "us", "ns" and, as 1, of no unit; 0 where it is none of these.
std::uint64_t unit_ns(const char* unit, std::size_t size) noexcept {
  const auto is = [&](const char* wanted) {
    return std::strlen(wanted) == size && std::strncmp(unit, wanted, size) == 0;
  };
  return is("s") ? 1'000'000'000U : is("ms") ? 1'000'000U : is("us") ? 1000U : is("ns") || size == 0 ? 1U : 0U;
}

// "1.5s", "500ms", "0"; false where it is none of these. Not strtod(): the program's locale may have another point.
bool read_time(const char* text, std::size_t size, std::uint64_t& time_ns) noexcept {
  constexpr std::uint64_t kMost = 1'000'000'000;  // seconds; a longer run needs no span
  const auto is_digit = [&](std::size_t i) { return i < size && text[i] >= '0' && text[i] <= '9'; };
  std::size_t at = 0;
  std::uint64_t whole = 0;
  for (; is_digit(at); ++at) whole = whole < kMost ? 10 * whole + static_cast<std::uint64_t>(text[at] - '0') : kMost;
  const std::size_t digits = at;
  if (at < size && text[at] == '.') ++at;
  const std::size_t fraction = at;
  while (is_digit(at)) ++at;
  const std::uint64_t scale_ns = unit_ns(text + at, size - at);
  if (digits == 0 || scale_ns == 0 || whole >= kMost || (at == size && whole != 0)) return false;
  time_ns = whole * scale_ns;
  std::uint64_t digit_ns = scale_ns / 10;
  for (std::size_t i = fraction; is_digit(i); ++i, digit_ns /= 10)
    time_ns += static_cast<std::uint64_t>(text[i] - '0') * digit_ns;
  return true;
}

const char* read_span(const char* value, Settings& settings) noexcept {
  constexpr const char* kWrong = "is not a span such as 10s:20s, 500ms: or :2s; all is recorded";
  const std::size_t from_size = std::strcspn(value, ":");
  if (value[from_size] != ':') return kWrong;
  const char* const to = value + from_size + 1;
  std::uint64_t from_ns = 0;
  std::uint64_t to_ns = ~std::uint64_t{0};
  if (from_size != 0 && !read_time(value, from_size, from_ns)) return kWrong;
  if (*to != '\0' && !read_time(to, std::strlen(to), to_ns)) return kWrong;
  if (to_ns <= from_ns) return "ends before it begins; all is recorded";
  settings.from_ns = from_ns;
  settings.to_ns = to_ns;
  return nullptr;
}

const char* read_chain(const char* value, Settings& settings) noexcept {
  settings.chain = read_bool(value);
  return nullptr;
}

const char* read_clocks(const char* value, Settings& settings) noexcept {
  settings.clocks = read_bool(value);
  return nullptr;
}

const char* read_dlsym(const char*, Settings&) noexcept {
  return nullptr;  // read where it holds: mpi/dynamic_symbol.cpp
}

const char* read_include(const char* value, Settings& settings) noexcept {
  return copy_text(value, settings.include);
}

const char* read_exclude(const char* value, Settings& settings) noexcept {
  return copy_text(value, settings.exclude);
}

struct Setting {
  const char* name;  // behind MPITRACE_
  Reader read;
};
constexpr Setting kSettings[] = {{"BUFFER", read_buffer},     {"CHAIN", read_chain},     {"CLOCKS", read_clocks},
                                 {"DIR", read_dir},           {"DLSYM", read_dlsym},     {"EXCLUDE", read_exclude},
                                 {"GROUPS", read_groups},     {"INCLUDE", read_include}, {"LIVE", read_live},
                                 {"MAX_SIZE", read_max_size}, {"OFF", read_off},         {"START", read_start},
                                 {"SUMMARY", read_summary},   {"TIME", read_span}};

// A name that was probably meant: this one is a near spelling of it, or begins with it. Null where none is near.
const char* nearest_setting(const char* name) noexcept {
  constexpr std::size_t kFarthest = 2;
  const char* nearest = nullptr;
  std::size_t least = kFarthest + 1;
  for (const Setting& setting : kSettings) {
    const bool is_beginning = std::strncmp(setting.name, name, std::strlen(setting.name)) == 0;
    const std::size_t distance = is_beginning ? kFarthest : edit_distance(setting.name, name);
    if (distance >= least) continue;
    least = distance;
    nearest = setting.name;
  }
  return nearest;
}

// "MPITRACE_NAME=value", then what the format says of it.
[[gnu::format(printf, 4, 5)]] void complain(Complaints& complaints, const char* name, const char* value,
                                            const char* format, ...) noexcept {
  const std::uint32_t number = complaints.count++;
  if (number >= Complaints::kKept) return;
  char* line = complaints.lines[number];
  constexpr std::size_t kRoom = sizeof complaints.lines[0];
  const int head = snprintf(line, kRoom, "%s%s=%.120s ", kPrefix, name, value);
  va_list values;
  va_start(values, format);
  vsnprintf(line + head, kRoom - static_cast<std::size_t>(head), format, values);
  va_end(values);
}

void read_one(const char* name, const char* value, Settings& settings, Complaints& complaints) noexcept {
  for (const Setting& setting : kSettings) {
    if (std::strcmp(setting.name, name) != 0) continue;
    const char* wrong = setting.read(value, settings);
    if (wrong != nullptr) complain(complaints, name, value, "%s", wrong);
    return;
  }
  if (const char* meant = nearest_setting(name)) {
    complain(complaints, name, value, "is not a setting of mpitrace; did you mean %s%s?", kPrefix, meant);
  } else {
    complain(complaints, name, value, "is not a setting of mpitrace; see libmpitrace(7)");
  }
}

}  // namespace

void complain_of_function(Complaints& complaints, const char* setting, const char* name, const char* nearest) noexcept {
  if (nearest != nullptr) {
    complain(complaints, setting, name, "is no function that can be recorded; did you mean %s?", nearest);
  } else {
    complain(complaints, setting, name, "is no function that can be recorded");
  }
}

namespace {

// Whether the name matches the pattern of `size` characters, in which * stands for any characters. Letters' case is
// one.
bool matches(const char* name, const char* pattern, std::size_t size) noexcept {
  if (size == 0) return *name == '\0';
  if (*pattern == '*') {
    return matches(name, pattern + 1, size - 1) || (*name != '\0' && matches(name + 1, pattern, size));
  }
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return *name != '\0' && lower(*name) == lower(*pattern) && matches(name + 1, pattern + 1, size - 1);
}

}  // namespace

bool is_listed(const char* name, const char* list) noexcept {
  while (*list != '\0') {
    const std::size_t size = std::strcspn(list, ",");
    if (size != 0 && matches(name, list, size)) return true;
    list += size;
    if (*list == ',') ++list;
  }
  return false;
}

bool is_switched_off() noexcept {
  const char* value = getenv("MPITRACE_OFF");
  return value != nullptr && read_bool(value);
}

void read_settings(char** environment, Settings& settings, Complaints& complaints) noexcept {
  settings.groups = kDefaultGroups | kLifeCycle;
  for (char** entry = environment; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, kPrefix, kPrefixSize) != 0) continue;
    const char* after_prefix = *entry + kPrefixSize;
    const char* equals = std::strchr(after_prefix, '=');
    if (equals == nullptr) continue;
    char name[kMaxComparedBytes + 1] = {};  // longer than any that is known
    std::memcpy(name, after_prefix, std::min(kMaxComparedBytes, static_cast<std::size_t>(equals - after_prefix)));
    read_one(name, equals + 1, settings, complaints);
  }
}

}  // namespace mpitrace::session
