// SPDX-License-Identifier: BSD-3-Clause
// What a collective with a count for each rank sends to each of them, so that no traffic is lost in a sum. Takes the
// call's arguments; gives a control record before the call's own, unless it sends what the same call site sent the last
// time.
#pragma once

#include "mpi/collective_bytes.h"

namespace mpitrace::mpi {

constexpr bool has_peer_bytes(Shape shape) {
  return shape == Shape::kScatterv || shape == Shape::kAlltoallv || shape == Shape::kAlltoallw ||
         shape == Shape::kNeighborAlltoallv || shape == Shape::kNeighborAlltoallw;
}

void write_peer_bytes(record::Thread& thread, record::Context& context, Shape shape,
                      const CollectiveArguments& arguments, const Communicator& communicator) noexcept;

}  // namespace mpitrace::mpi
