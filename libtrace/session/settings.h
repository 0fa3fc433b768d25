// SPDX-License-Identifier: BSD-3-Clause
// The MPITRACE_ environment variables, read once at the first traced call. Takes the environment; gives plain values
// with defaults. A value that makes no sense, and a name that is none, is kept in a line of its own; defaults hold.
// docs/man/libmpitrace.7 describes each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::session {

inline constexpr std::size_t kMaxFolderBytes = 2048;
inline constexpr std::size_t kMaxListBytes = 2048;

struct Settings {
  bool off = false;
  bool start_paused = false;
  std::uint64_t from_ns = 0;                 // since the recording began: what is recorded of the run
  std::uint64_t to_ns = ~std::uint64_t{0};   // and until when
  bool clocks = true;                        // the clocks of several nodes are compared
  bool chain = false;                        // another tool's MPI_X comes between us and MPI
  int summary = 1;                           // 0 nothing, 1 the screen at the end, 2 with every call site
  std::uint32_t groups = 0;                  // bit g: group g of trace.proto is recorded
  std::uint32_t buffer_bytes = 256U << 10U;  // of one thread's live slot
  std::uint64_t max_file_bytes = ~std::uint64_t{0};
  char folder[kMaxFolderBytes] = {};       // empty: mpitrace-<exe>-<job> in the working directory
  char live_folder[kMaxFolderBytes] = {};  // empty: the run's folder
  // Names of functions, with commas; * stands for any characters. Added to the groups, and taken away from both.
  char include[kMaxListBytes] = {};
  char exclude[kMaxListBytes] = {};
};

// What was wrong with the environment: a line for stderr each.
struct Complaints {
  static constexpr std::uint32_t kKept = 16;
  std::uint32_t count = 0;  // those beyond kKept included
  char lines[kKept][320] = {};
};

// Whether one of the list's names stands for this function.
bool is_listed(const char* name, const char* list) noexcept;

// Reads one variable only: whether to do nothing at all.
bool is_switched_off() noexcept;

// MPITRACE_INCLUDE or MPITRACE_EXCLUDE has a name that no function has; `nearest` is one that it may have meant, or
// null.
void complain_of_function(Complaints& complaints, const char* setting, const char* name, const char* nearest) noexcept;

void read_settings(char** environment, Settings& settings, Complaints& complaints) noexcept;

}  // namespace mpitrace::session
