// SPDX-License-Identifier: BSD-3-Clause
// The header message: what is true for the whole process. Takes facts, gives bytes of a TraceFile. Allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "encode/chunk_builder.h"

namespace mpitrace::session {

inline constexpr std::size_t kMaxHeaderBytes = 16U << 10U;

// What the room that knows the library says of it, once MPI is up.
struct Library {
  char version[256] = {};          // first line of its own description
  std::uint32_t abi = 0;           // trace.proto's Abi
  std::uint32_t thread_level = 0;  // 0 single .. 3 multiple
};

struct HeaderFacts {
  std::uint64_t process;
  int rank;
  int world_size;
  const char* job;
  const Library* library;
  std::uint64_t ticks_per_second;
  encode::AnchorTimes start;
};

std::size_t write_header(const HeaderFacts& facts, std::uint8_t (&bytes)[kMaxHeaderBytes]) noexcept;

// Never 0, and different for any two processes that ever write into one folder: of boot, pid and time.
std::uint64_t make_process_number(std::uint64_t realtime_ns) noexcept;

// The same for all processes that read one tick counter, as far as the header tells: of boot and clock kind. Where the
// boot is not known, nobody shares it.
std::uint64_t clock_domain(std::uint64_t process) noexcept;

// The last part of the executable's path.
void executable_name(char* name, std::size_t room) noexcept;

}  // namespace mpitrace::session
