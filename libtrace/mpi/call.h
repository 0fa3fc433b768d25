// SPDX-License-Identifier: BSD-3-Clause
// One call on its way through a wrapper: the thread, the values its record will carry, and what follows the record.
// Lives on the wrapper's stack. Only the fields that the call's kind carries are ever written or read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/fields.h"
#include "mpi/communicators.h"
#include "record/call.h"

namespace mpitrace::mpi {

struct Call {
  explicit Call(record::Thread& of) noexcept : thread(of) {}

  record::Thread& thread;
  Communicator* communicator = &g_no_communicator;
  std::int64_t values[format::kFieldCount];  // left as they are: clearing them would cost as much as the rest

  void set(format::Field field, std::int64_t value) noexcept { values[static_cast<std::size_t>(field)] = value; }
  std::int64_t get(format::Field field) const noexcept { return values[static_cast<std::size_t>(field)]; }
};

// What a reader finds if the call never returns. Bits of CurrentCall::given.
enum class Given : std::uint64_t { kCommunicator = 1, kPeer = 2, kTag = 4, kBytes = 8, kRequests = 16, kObject = 32 };

}  // namespace mpitrace::mpi
