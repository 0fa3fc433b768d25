// SPDX-License-Identifier: BSD-3-Clause
// Virtual topologies: how many neighbours a process has in a communicator, and who they are. Takes a communicator's
// handle when it is made; asks MPI's local functions only.
#pragma once

#include <cstdint>

#include "mpi/communicators.h"

namespace mpitrace::mpi {

// trace.proto's Topology.Kind.
enum class Topology : std::uint8_t { kNone = 0, kCart = 1, kGraph = 2, kDistGraph = 3 };

Topology topology_of(Word communicator) noexcept;

Neighbours count_neighbours(Word communicator) noexcept;

// Writes its definition, where it has a topology.
void define_topology(record::Thread& thread, Word handle, const Communicator& communicator) noexcept;

}  // namespace mpitrace::mpi
