// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/communicators.h"

#include <cstring>

#include "encode/chunk_builder.h"
#include "format/fnv1a.h"
#include "mpi/topology.h"
#include "record/given_name.h"

namespace mpitrace::mpi {

Communicator g_no_communicator{};
Recent<Communicator> g_recent_communicator{0, &g_no_communicator};

namespace {

constexpr std::uint32_t kCommunicatorField = 15;
constexpr std::uint32_t kCommunicatorNameField = 16;

ObjectTable<Communicator> g_table;
Word g_world_group = 0;
Word g_world_session = 0;  // that the group is of, where it is of one

// The world rank of rank 0 of the communicator's group, own (MPI_Comm_group) or other (MPI_Comm_remote_group).
std::int32_t find_leader(Function ask_group, Word handle) noexcept {
  if (g_world_group == 0) return -1;  // a program of MPI sessions only has no world
  Word group = 0;
  if (real_address(ask_group) == 0 || ask(ask_group, handle, &group) != 0) return -1;
  const int zero = 0;
  int leader = kUndefined;
  ask(Function::kGroup_translate_ranks, load_handle(&group), 1, &zero, g_world_group, &leader);
  ask(Function::kGroup_free, &group);
  return leader == kUndefined ? -1 : leader;
}

Communicator describe(Word handle, const Birth& birth) noexcept {
  Communicator fresh{};
  if (birth.like != nullptr) {
    fresh = *birth.like;
    fresh.sequence = 0;
    fresh.owes_topology = fresh.neighbours.in + fresh.neighbours.out != 0;
    return fresh;
  }
  int is_inter = 0;
  int value = 0;
  ask(Function::kComm_test_inter, handle, &is_inter);
  if (ask(Function::kComm_rank, handle, &value) == 0) fresh.rank = value;
  if (ask(Function::kComm_size, handle, &value) == 0) fresh.size = value;
  fresh.leader = find_leader(Function::kComm_group, handle);
  if (is_inter != 0 && ask(Function::kComm_remote_size, handle, &value) == 0) {
    fresh.remote_size = value;
    fresh.remote_leader = find_leader(Function::kComm_remote_group, handle);
  } else {
    fresh.neighbours = count_neighbours(handle);
  }
  return fresh;
}

void define(record::Thread& thread, const Communicator& made, const Birth& birth) noexcept {
  encode::append_definition(*thread.slot, kCommunicatorField, [&](encode::Message& message) {
    message.uint(1, made.id);
    message.uint(2, static_cast<std::uint32_t>(birth.origin));
    message.uint(3, birth.parent);
    message.uint(4, birth.parent_sequence);
    message.sint(5, made.leader);
    message.sint(6, made.rank);
    message.uint(7, static_cast<std::uint64_t>(made.size));
    message.uint(8, static_cast<std::uint64_t>(made.remote_size));
    message.sint(9, birth.tag);
    if (birth.members_hash != 0) message.fixed64(10, birth.members_hash);
    if (made.remote_size != 0) message.sint(11, made.remote_leader);
  });
}

bool is_null(Word handle) noexcept {
  return handle == 0 || handle == g_abi.comm_null;
}

}  // namespace

std::uint32_t add_communicator(record::Thread& thread, Word handle, const Birth& birth) noexcept {
  if (is_null(handle)) return 0;
  const Communicator* kept = g_table.keep(handle, describe(handle, birth));
  if (kept == nullptr) return 0;
  define(thread, *kept, birth);
  if (kept->neighbours.in + kept->neighbours.out != 0 && birth.like == nullptr) define_topology(thread, handle, *kept);
  return kept->id;
}

void add_predefined_communicators(record::Thread& thread) noexcept {
  Word group = 0;
  ask(Function::kComm_group, g_abi.comm_world, &group);
  g_world_group = load_handle(&group);
  add_communicator(thread, g_abi.comm_world, {.origin = Origin::kWorld});
  add_communicator(thread, g_abi.comm_self, {.origin = Origin::kSelf});
}

Place enter_world_of_session(Word session, Place otherwise) noexcept {
  if (real_address(Function::kGroup_from_session_pset) == 0) return otherwise;
  Word group = 0;
  if (ask(Function::kGroup_from_session_pset, session, "mpi://WORLD", &group) != 0) return otherwise;
  g_world_group = load_handle(&group);
  g_world_session = session;
  Place place = otherwise;
  ask(Function::kGroup_rank, g_world_group, &place.rank);
  ask(Function::kGroup_size, g_world_group, &place.size);
  return place;
}

bool is_world_of_session(Word session) noexcept {
  return g_world_session != 0 && g_world_session == session;
}

void leave_world_of_session() noexcept {
  if (g_world_session == 0) return;
  Word group = 0;
  std::memcpy(&group, &g_world_group, g_abi.handle_bytes);
  ask(Function::kGroup_free, &group);
  g_world_group = 0;
  g_world_session = 0;
}

Communicator* known_communicator(Word handle) noexcept {
  return is_null(handle) ? nullptr : g_table.find(handle);
}

Communicator* look_up_communicator(record::Thread& thread, Word handle) noexcept {
  if (is_null(handle)) return &g_no_communicator;
  Communicator* found = look_up(g_table, g_recent_communicator, g_no_communicator, handle, [&]() -> std::uint32_t {
    return g_world_group == 0 ? 0 : add_communicator(thread, handle, {.origin = Origin::kFound});
  });
  if (found->owes_topology && __atomic_exchange_n(&found->owes_topology, false, __ATOMIC_RELAXED))
    define_topology(thread, handle, *found);
  return found;
}

Communicator take_communicator(Word handle) noexcept {
  if (is_null(handle)) return {};
  return take(g_table, g_recent_communicator, g_no_communicator, handle);
}

void put_back_communicator(Word handle, const Communicator& taken) noexcept {
  g_table.put_back(handle, taken);
}

void name_communicator(record::Thread& thread, const Communicator& communicator, const char* name) noexcept {
  encode::append_definition(*thread.slot, kCommunicatorNameField, [&](encode::Message& message) {
    message.uint(1, communicator.id);
    message.bytes(2, name, record::kept_bytes(name, record::kMostNameBytes));
  });
}

std::uint64_t hash_members(Word group) noexcept {
  int size = 0;
  ask(Function::kGroup_size, group, &size);
  format::Fnv1a64 hash;  // a rank a step
  for (int rank = 0; rank < size; ++rank) {
    int in_world = rank;  // without a world, the size is all that is known of the members
    if (g_world_group != 0) ask(Function::kGroup_translate_ranks, group, 1, &rank, g_world_group, &in_world);
    hash.add(static_cast<std::uint32_t>(in_world));
  }
  return hash.value();
}

std::int32_t hash_tag(const char* text) noexcept {
  return static_cast<std::int32_t>(format::Fnv1a32().add_text(text != nullptr ? text : "").value() & 0x7fff'ffffU);
}

}  // namespace mpitrace::mpi
