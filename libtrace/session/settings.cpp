// SPDX-License-Identifier: BSD-3-Clause
#include "session/settings.h"

#include <stdio.h>
#include <stdlib.h>

#include <cstring>

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

void complain(Complaint& complaint, const char* name, const char* value, const char* why) noexcept {
  if (complaint.text[0] != '\0') return;  // the first one is enough for one line
  snprintf(complaint.text, sizeof complaint.text, "%s=%.120s %s", name, value, why);
}

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
bool read_groups(const char* value, std::uint32_t& groups) noexcept {
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

void read_folder(const char* name, const char* value, char (&folder)[kMaxFolderBytes], Complaint& complaint) noexcept {
  if (std::strlen(value) >= sizeof folder) {
    complain(complaint, name, value, "is too long; it is ignored");
  } else {
    std::strcpy(folder, value);
  }
}

void read_one(const char* name, const char* value, Settings& settings, Complaint& complaint) noexcept {
  const auto is = [&](const char* wanted) { return std::strcmp(name + kPrefixSize, wanted) == 0; };
  if (is("OFF")) {
    settings.off = read_bool(value);
  } else if (is("DIR")) {
    read_folder(name, value, settings.folder, complaint);
  } else if (is("LIVE")) {
    read_folder(name, value, settings.live_folder, complaint);
  } else if (is("GROUPS")) {
    if (read_groups(value, settings.groups)) return;
    settings.groups = kDefaultGroups | kLifeCycle;
    complain(complaint, name, value, "is not a list of p2p, coll, rma, io, comm, local, all; the default holds");
  } else if (is("SUMMARY")) {
    if (value[0] >= '0' && value[0] <= '2' && value[1] == '\0') {
      settings.summary = value[0] - '0';
    } else {
      complain(complaint, name, value, "is none of 0, 1, 2; the default holds");
    }
  } else if (is("BUFFER")) {
    const std::uint64_t bytes = read_size(value);
    if (bytes >= kSmallestBuffer && bytes <= kLargestBuffer) {
      settings.buffer_bytes = static_cast<std::uint32_t>((bytes + 4095U) & ~std::uint64_t{4095U});
    } else {
      complain(complaint, name, value, "is not a size from 128KiB to 16MiB; the default holds");
    }
  } else if (is("MAX_SIZE")) {
    const std::uint64_t bytes = read_size(value);
    if (bytes != 0) {
      settings.max_file_bytes = bytes;
    } else {
      complain(complaint, name, value, "is not a size such as 500MiB; there is no limit");
    }
  } else if (is("START")) {
    settings.start_paused = std::strcmp(value, "paused") == 0;
    if (!settings.start_paused && std::strcmp(value, "on") != 0)
      complain(complaint, name, value, "is neither on nor paused");
  } else {
    complain(complaint, name, value, "is not a setting of mpitrace; see libmpitrace(7)");
  }
}

}  // namespace

bool is_switched_off() noexcept {
  const char* value = getenv("MPITRACE_OFF");
  return value != nullptr && read_bool(value);
}

void read_settings(char** environment, Settings& settings, Complaint& complaint) noexcept {
  settings.groups = kDefaultGroups | kLifeCycle;
  for (char** entry = environment; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, kPrefix, kPrefixSize) != 0) continue;
    const char* equals = std::strchr(*entry, '=');
    char name[64];
    if (equals == nullptr || static_cast<std::size_t>(equals - *entry) >= sizeof name) continue;
    std::memcpy(name, *entry, static_cast<std::size_t>(equals - *entry));
    name[equals - *entry] = '\0';
    read_one(name, equals + 1, settings, complaint);
  }
}

}  // namespace mpitrace::session
