// SPDX-License-Identifier: BSD-3-Clause
// Bytes of (count, datatype). MPI is asked, and only what it said of the predefined type used last is kept: that one is
// never freed, while any other handle may stand for another type tomorrow. Never fails: 0 for what has no size.
#pragma once

#include <cstdint>

#include "mpi/abi.h"

namespace mpitrace::mpi {

// Not kept where several threads call MPI at once.
struct RecentType {
  Word datatype;
  std::int64_t bytes;
};
[[gnu::visibility("hidden")]] extern RecentType g_recent_type;

// Where the loaded library keeps its predefined objects, for those ABIs whose handles are addresses.
void set_predefined_range(Word begin, Word end) noexcept;

std::int64_t ask_type_size(Word datatype) noexcept;

inline std::int64_t type_size(Word datatype) noexcept {
  if (datatype == g_recent_type.datatype) [[likely]]
    return g_recent_type.bytes;
  return ask_type_size(datatype);
}

}  // namespace mpitrace::mpi
