// SPDX-License-Identifier: BSD-3-Clause
// What the faked MPI tells of the calls it got, for a test that is linked with it. Each thread sees its own calls only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fake_mpi/abi.h"
#include "fake_mpi/rows.h"

namespace mpitrace::fake {

inline constexpr std::size_t kMostWords = 16;

struct Seen {
  Function function;
  Word words[kMostWords];  // as many as the function has arguments
};

// The call that is tested: what it shall return, and the memory that its arguments point to.
struct Watch {
  Function function;
  int code;  // not 0: the function does nothing else
  const std::uint8_t* memory;
  std::size_t bytes;
};

struct Observation {
  std::vector<Seen> calls;              // the one under test and whatever else was asked
  std::vector<std::uint8_t> at_entry;   // the memory as the function found it
  std::vector<std::uint8_t> at_return;  // and as it left it
};

// Every function returns its code with this above it: a caller of MPI may look at the lower half alone.
inline constexpr Word kUpperHalf = 0xbad1'dea5'0000'0000;

// Begins an observation of the calling thread.
extern "C" Observation* mpitrace_fake_observe(const Watch* watch);

}  // namespace mpitrace::fake
