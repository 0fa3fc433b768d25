// SPDX-License-Identifier: BSD-3-Clause
// The requests in flight: MPI's handle -> our number and what the request was made for, so that its completion can be told although
// MPI has overwritten the handle by then. Takes handles as MPI made them, also one handle for many requests at once (both MPIs hand
// out a shared one for operations that completed at once); those complete in the order they were made.
#pragma once

#include <cstdint>

#include "mpi/abi.h"

namespace mpitrace::mpi {

enum class RequestFor : std::uint8_t { kSend, kReceive, kOther };

struct Request {
  std::uint64_t id;  // never 0
  RequestFor what;
  bool persistent;
  bool active;            // a persistent one: started and not yet completed
  std::int32_t source;    // a receive: as asked for, in MPI's own numbers
  std::int32_t tag;
  std::int64_t room_bytes;
  std::uint32_t next;     // the next one of the same handle
};

// Gives the new request its number and keeps it; 0 when it cannot be kept (no memory) or the handle is a null request.
std::uint64_t add_request(Word handle, const Request& request) noexcept;

// The oldest active request of this handle, without removing it; id 0 when there is none.
Request peek_request(Word handle) noexcept;

// The same, and it is completed: removed, or inactive when it is persistent.
Request complete_request(Word handle) noexcept;

// Marks a persistent request as started; gives its id or 0.
std::uint64_t start_request(Word handle) noexcept;

// MPI_Request_free: forgets it, persistent or not; gives its id or 0.
std::uint64_t free_request(Word handle) noexcept;

}  // namespace mpitrace::mpi
