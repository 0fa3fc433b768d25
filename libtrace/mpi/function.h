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

// trace.proto's Group; the table spells it without the k.
enum class Group : std::uint8_t {
  kPointToPoint = 1,
  kCollective = 2,
  kRma = 3,
  kIo = 4,
  kCommunicator = 5,
  kLocal = 6,
  kLifeCycle = 7
};

// How a collective's bytes follow from its arguments; what a new communicator or window is made from; that all
// processes of a file call.
enum class Shape : std::uint8_t {
  kNone,
  kBarrier,
  kBcast,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
  kAlltoallw,
  kReduce,
  kAllreduce,
  kScan,
  kExscan,
  kReduceScatter,
  kReduceScatterBlock,
  kNeighborAllgather,
  kNeighborAllgatherv,
  kNeighborAlltoall,
  kNeighborAlltoallv,
  kNeighborAlltoallw,
  kParentCollective,
  kFromGroup,
  kIntercomm,
  kOtherWorld,
  kWindowCreate,
  kWindowAllocate,
  kWindowShared,
  kWindowDynamic,
  kFileCollective,
};

[[gnu::visibility("hidden")]] extern const std::array<record::FunctionFacts, kFunctionCount> kFunctionFacts;
[[gnu::visibility("hidden")]] extern const std::array<Group, kFunctionCount> kFunctionGroups;

// The real functions, PMPI_X of the loaded library; 0 where it has none.
[[gnu::visibility("hidden")]] extern Word g_real[kFunctionCount];

// Where a program's call goes on: the same, or the next tool's MPI_X (MPITRACE_CHAIN).
[[gnu::visibility("hidden")]] extern Word g_next[kFunctionCount];

// Where the call that passes through another tool unrecorded began; 0 when this thread has none under way. What the
// tool calls in turn lies deeper on the stack.
extern __thread std::uintptr_t g_passing_frame __attribute__((tls_model("initial-exec"), visibility("hidden")));

inline bool passes_tool(Function function, std::uintptr_t frame) noexcept {
  const auto i = static_cast<std::size_t>(function);
  return g_next[i] != g_real[i] && record::g_thread == nullptr && (g_passing_frame == 0 || frame >= g_passing_frame);
}

class Passing {
 public:
  explicit Passing(std::uintptr_t frame) noexcept { g_passing_frame = frame; }
  ~Passing() { g_passing_frame = 0; }
  Passing(const Passing&) = delete;
  Passing& operator=(const Passing&) = delete;
};

inline Word real_address(Function function) noexcept {
  return g_real[static_cast<std::size_t>(function)];
}

// Calls a real function with words as arguments. For the recorder's own questions to MPI.
template <class... Words>
int ask(Function function, Words... words) noexcept {
  return reinterpret_cast<int (*)(Words...)>(real_address(function))(words...);
}

}  // namespace mpitrace::mpi
