// SPDX-License-Identifier: BSD-3-Clause
// The meaning of collective calls: root, bytes, and the number of the collective on its communicator.
// Takes a call's arguments before the real function; gives the values of its record's fields.
#pragma once

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/collective_bytes.h"

namespace mpitrace::mpi {

template <class A>
inline CollectiveArguments gather_arguments(const A& a) noexcept {
  CollectiveArguments c;
  c.large = A::kIsLarge;
  if constexpr (A::template has<Root>) c.root = a.template integer<Root>();
  if constexpr (A::template has<SBuf>) c.send_in_place = a.template word<SBuf>() == g_abi.in_place;
  if constexpr (A::template has<RBuf>) c.recv_in_place = a.template word<RBuf>() == g_abi.in_place;
  if constexpr (A::template has<Cnt>) c.send_count = c.recv_count = a.template count<Cnt>();
  if constexpr (A::template has<SCnt>) c.send_count = a.template count<SCnt>();
  if constexpr (A::template has<RCnt>) c.recv_count = a.template count<RCnt>();
  if constexpr (A::template has<Type>) c.send_type = c.recv_type = a.template handle<Type>();
  if constexpr (A::template has<SType>) c.send_type = a.template handle<SType>();
  if constexpr (A::template has<RType>) c.recv_type = a.template handle<RType>();
  if constexpr (A::template has<SCnts>) c.send_counts = a.template word<SCnts>();
  if constexpr (A::template has<RCnts>) c.recv_counts = a.template word<RCnts>();
  if constexpr (A::template has<STypes>) c.send_types = a.template word<STypes>();
  if constexpr (A::template has<RTypes>) c.recv_types = a.template word<RTypes>();
  return c;
}

template <Shape kShape, class A>
inline void read_collective_arguments(Call& call, const A& a) noexcept {
  std::int64_t root = 0;
  if constexpr (A::template has<Root>) root = canonical_rank(a.template integer<Root>());
  CollectiveBytes bytes{0, 0};
  if constexpr (kShape != Shape::kBarrier) {
    if (call.communicator->id != 0) [[likely]]
      bytes = collective_bytes(kShape, gather_arguments(a), *call.communicator);
  }
  call.set(format::Field::kSequence, static_cast<std::int64_t>(next_sequence(*call.communicator)));
  call.set(format::Field::kPeer, root);
  call.set(format::Field::kSentBytes, bytes.sent);
  call.set(format::Field::kRecvBytes, bytes.recv);
}

}  // namespace mpitrace::mpi
