// SPDX-License-Identifier: BSD-3-Clause
// The meaning of calls that make, name and free communicators. Takes a call's arguments around the real function; gives
// definitions and the values of its record's fields.
#pragma once

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/requests.h"

namespace mpitrace::mpi {

constexpr bool is_collective_on_parent(Shape shape) {
  return shape == Shape::kParentCollective || shape == Shape::kIntercomm || shape == Shape::kOtherWorld;
}

constexpr Origin origin_of(Shape shape) {
  switch (shape) {
    case Shape::kParentCollective:
      return Origin::kParentCollective;
    case Shape::kFromGroup:
      return Origin::kGroup;
    case Shape::kIntercomm:
      return Origin::kIntercomm;
    default:
      return Origin::kOtherWorld;
  }
}

// Before the call: its place among the collectives of the parent.
template <Shape kShape>
inline void read_parent(Call& call) noexcept {
  std::uint64_t sequence = 0;
  if constexpr (is_collective_on_parent(kShape)) sequence = next_sequence(*call.communicator);
  call.set(format::Field::kSequence, static_cast<std::int64_t>(sequence));
}

// MPI_Comm_get_parent gives the same handle each time, MPI_Comm_idup one that may not be asked yet.
template <Shape kShape, class A>
inline std::uint32_t define_new_communicator(Call& call, const A& a) noexcept {
  const Word handle = load_handle(a.template word<CommOut>());
  Birth birth{.origin = origin_of(kShape)};
  if (call.communicator->id != 0) birth.parent = call.communicator->id;
  birth.parent_sequence = static_cast<std::uint64_t>(call.get(format::Field::kSequence));
  if constexpr (A::template has<Tag>) birth.tag = a.template integer<Tag>();
  if constexpr (A::template has<Grp> && (kShape == Shape::kFromGroup || kShape == Shape::kIntercomm)) {
    birth.members_hash = hash_members(a.template handle<Grp>());
    if constexpr (A::template has<Name>) birth.tag = hash_tag(reinterpret_cast<const char*>(a.template word<Name>()));
  }
  if constexpr (A::template has<Req>) birth.like = call.communicator;
  if constexpr (kShape == Shape::kOtherWorld && !A::template has<Comm>) {
    if (const Communicator* known = known_communicator(handle); known != nullptr) return known->id;
  }
  return add_communicator(call.thread, handle, birth);
}

template <Shape kShape, class A>
inline void read_new_communicator(Call& call, const A& a, bool succeeded) noexcept {
  std::uint32_t id = 0;
  std::uint64_t request = 0;
  if (succeeded) {
    id = define_new_communicator<kShape>(call, a);
    if constexpr (A::template has<Req>) {
      request = add_request(load_handle(a.template word<Req>()), RequestFor::kOther, Lifetime::kOnce, {});
    }
  }
  call.set(format::Field::kObject, id);
  call.set(format::Field::kRequest, static_cast<std::int64_t>(request));
}

}  // namespace mpitrace::mpi
