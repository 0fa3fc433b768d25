// SPDX-License-Identifier: BSD-3-Clause
// The intercepted functions as numbers, made from functions.inc, and the pointers to the real ones.
// Gives facts at compile time; slots and pointers are filled by library.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/fields.h"
#include "mpi/abi.h"
#include "record/context.h"

namespace mpitrace::mpi {

enum class Function : std::uint16_t {
#define FN(Name, name, group, kind, shape, ...) k##Name,
#define FL(Name, name, group, kind, shape, ...) k##Name, k##Name##_c,
#define FX(Name, name, group, kind, shape, ...) kX##Name,
#include "mpi/functions.inc"
  kCount
};

inline constexpr std::size_t kFunctionCount = static_cast<std::size_t>(Function::kCount);
static_assert(kFunctionCount < record::kMaxFunctions);

// trace.proto's Group, spelt as the table spells it.
enum class Group : std::uint8_t { PointToPoint = 1, Collective = 2, Rma = 3, Io = 4, Communicator = 5, Local = 6, LifeCycle = 7 };

// How a collective's bytes follow from its arguments; what a new communicator is made from.
enum class Shape : std::uint8_t {
  None,
  Barrier,
  Bcast,
  Gather,
  Gatherv,
  Scatter,
  Scatterv,
  Allgather,
  Allgatherv,
  Alltoall,
  Alltoallv,
  Alltoallw,
  Reduce,
  Allreduce,
  Scan,
  Exscan,
  ReduceScatter,
  ReduceScatterBlock,
  NeighborAllgather,
  NeighborAllgatherv,
  NeighborAlltoall,
  NeighborAlltoallv,
  NeighborAlltoallw,
  ParentCollective,
  FromGroup,
  Intercomm,
  OtherWorld,
};

extern const std::array<record::FunctionFacts, kFunctionCount> kFunctionFacts;
extern const std::array<Group, kFunctionCount> kFunctionGroups;

// The real functions, PMPI_X of the loaded library; 0 where it has none.
extern Word g_real[kFunctionCount];

inline Word real_address(Function function) noexcept { return g_real[static_cast<std::size_t>(function)]; }

// Calls a real function with words as arguments. For the recorder's own questions to MPI.
template <class... Words>
int ask(Function function, Words... words) noexcept {
  return reinterpret_cast<int (*)(Words...)>(real_address(function))(words...);
}

}  // namespace mpitrace::mpi
