// SPDX-License-Identifier: BSD-3-Clause
// The communicators this process knows: MPI's handle -> our number, its size and this rank, and how many collectives it
// has seen. Each is defined in the file when it is made (or first met), by local facts only: no message is ever sent
// for it.
#pragma once

#include <cstdint>

#include "mpi/function.h"
#include "mpi/object_table.h"
#include "record/thread.h"

namespace mpitrace::mpi {

// Of this process in a virtual topology. At the edge of a grid some are missing: nothing goes there or comes from
// there.
struct Neighbours {
  static constexpr std::int32_t kMostOfGrid = 128;

  std::int32_t in = 0;
  std::int32_t out = 0;
  std::int32_t missing = 0;
  std::uint64_t is_missing[kMostOfGrid / 64] = {};  // bit n: the n-th, in both directions

  bool is_there(std::int32_t n) const noexcept {
    return n >= kMostOfGrid || (is_missing[n / 64] >> (static_cast<std::uint32_t>(n) % 64U) & 1U) == 0;
  }
};

struct Communicator {
  std::uint32_t id;  // never 0
  std::int32_t rank;
  std::int32_t size;
  std::int32_t remote_size;         // 0 for an intracommunicator
  std::int32_t leader;              // world rank of rank 0, -1 when it is not in this world
  std::uint64_t sequence;           // of its next collective
  std::int32_t remote_leader = -1;  // as leader, of an intercommunicator's other group
  Neighbours neighbours = {};
  bool owes_topology = false;  // a duplicate that could not be asked yet; its first use says that it can
};

// How a new communicator came to be (trace.proto's Communicator.Origin).
enum class Origin : std::uint32_t {
  kWorld = 1,
  kSelf = 2,
  kParentCollective = 3,
  kGroup = 4,
  kIntercomm = 5,
  kOtherWorld = 6,
  kFound = 7
};

struct Birth {
  Origin origin;
  std::uint32_t parent = 0;
  std::uint64_t parent_sequence = 0;
  std::int32_t tag = 0;
  std::uint64_t members_hash = 0;
  const Communicator* like =
      nullptr;  // a duplicate: MPI need not be asked (and may not be, before MPI_Comm_idup completed)
};

// MPI is up: the two predefined communicators.
void add_predefined_communicators(record::Thread& thread) noexcept;

struct Place {
  int rank;
  int size;
};

// A program of MPI sessions only has no world: that of this session's "mpi://WORLD" stands for it while the session is
// the only one. Gives this process's place in it, `otherwise` where MPI does not say.
Place enter_world_of_session(Word session, Place otherwise) noexcept;
bool is_world_of_session(Word session) noexcept;
void leave_world_of_session() noexcept;

[[gnu::visibility("hidden")]] extern Recent<Communicator> g_recent_communicator;

// Stands for what is none: MPI_COMM_NULL, or no communicator argument at all. Its id is 0.
[[gnu::visibility("hidden")]] extern Communicator g_no_communicator;

Communicator* look_up_communicator(record::Thread& thread, Word handle) noexcept;

// The number's owner if it is known already; null if not.
Communicator* known_communicator(Word handle) noexcept;

// The number's owner, defined now when it was not known. g_no_communicator for a null handle; never null.
inline Communicator* find_communicator(record::Thread& thread, Word handle) noexcept {
  if (handle == g_recent_communicator.handle) [[likely]]
    return g_recent_communicator.object;
  return look_up_communicator(thread, handle);
}

// A communicator that a call has just made. Gives its id; 0 for a null handle.
std::uint32_t add_communicator(record::Thread& thread, Word handle, const Birth& birth) noexcept;

// MPI_Comm_free and the like: the handle may be used again for another. Gives what was kept of it; id 0 for nothing.
Communicator take_communicator(Word handle) noexcept;

// It was not freed after all.
void put_back_communicator(Word handle, const Communicator& taken) noexcept;

void name_communicator(record::Thread& thread, const Communicator& communicator, const char* name) noexcept;

// The number of the collective that begins now; 0 where there is no communicator.
inline std::uint64_t next_sequence(Communicator& communicator) noexcept {
  return communicator.id == 0 ? 0 : count_up(communicator.sequence);
}

// Over the members' ranks in MPI_COMM_WORLD, the same on each of them.
std::uint64_t hash_members(Word group) noexcept;

// What stands for the tag of a call that takes a text: never negative.
std::int32_t hash_tag(const char* text) noexcept;

}  // namespace mpitrace::mpi
