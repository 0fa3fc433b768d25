// SPDX-License-Identifier: BSD-3-Clause
// The meaning of one-sided calls: window, target, bytes, and the ranks that an epoch is opened for. Takes a call's
// arguments around the real function; gives definitions and the values of its record's fields.
#pragma once

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/epoch_group.h"
#include "mpi/point_to_point.h"
#include "mpi/windows.h"

namespace mpitrace::mpi {

constexpr bool is_window_call(Kind kind) {
  return Kind::kWindowNew <= kind && kind <= Kind::kFlush;
}
constexpr bool is_window_access(Kind kind) {
  return kind == Kind::kPut || kind == Kind::kGet || kind == Kind::kGetAccumulate;
}
constexpr bool has_target(Kind kind) {
  return is_window_access(kind) || kind == Kind::kLock || kind == Kind::kUnlock || kind == Kind::kFlush;
}
constexpr bool names_epoch_group(Kind kind) {
  return kind == Kind::kEpochPost || kind == Kind::kEpochStart;
}

constexpr Flavour flavour_of(Shape shape) {
  switch (shape) {
    case Shape::kWindowCreate:
      return Flavour::kCreate;
    case Shape::kWindowAllocate:
      return Flavour::kAllocate;
    case Shape::kWindowShared:
      return Flavour::kShared;
    default:
      return Flavour::kDynamic;
  }
}

// MPI_NO_OP sends nothing, and its origin may then be anything: it must not be looked at.
template <class A>
inline std::int64_t bytes_to_target(const A& a) noexcept {
  if constexpr (A::template has<Op>) {
    if (a.template handle<Op>() == g_abi.no_op) return 0;
  }
  if constexpr (A::template has<SCnt>) {
    return bytes_of<SCnt, SType>(a);
  } else {
    return type_size(a.template handle<Type>());
  }
}

template <class A>
inline std::int64_t bytes_from_target(const A& a) noexcept {
  if constexpr (A::template has<RCnt>) {
    return bytes_of<RCnt, RType>(a);
  } else {
    return type_size(a.template handle<Type>());
  }
}

template <class A>
inline Word window_handle(const A& a) noexcept {
  if constexpr (A::template has<WinOut>) {
    return load_handle(a.template word<WinOut>());
  } else {
    return a.template handle<Win>();
  }
}

// Before the call that makes a window or opens a file: its place among the collectives of the communicator.
inline void read_object_parent(Call& call) noexcept {
  call.set(Field::kSequence, static_cast<std::int64_t>(next_sequence(*call.communicator)));
}

template <Kind kKind, class A>
inline void read_window_arguments(Call& call, const A& a) noexcept {
  Window& window = *find_window(call.thread, window_handle(a));
  call.set(Field::kObject, window.id);
  if constexpr (kKind == Kind::kFence || kKind == Kind::kWindowFree)
    call.set(Field::kSequence, static_cast<std::int64_t>(count_up(window.sequence)));
  if constexpr (has_target(kKind)) {
    std::int64_t target = format::kAllRanks;
    if constexpr (A::template has<Target>) target = canonical_rank(a.template integer<Target>());
    call.set(Field::kPeer, target);
  }
  if constexpr (kKind == Kind::kLock) {
    bool is_shared = true;  // MPI_Win_lock_all
    if constexpr (A::template has<LockType>) is_shared = a.template integer<LockType>() == g_abi.lock_shared;
    call.set(Field::kTag, is_shared ? format::kLockShared : format::kLockExclusive);
  }
  if constexpr (kKind == Kind::kPut || kKind == Kind::kGetAccumulate) call.set(Field::kSentBytes, bytes_to_target(a));
  if constexpr (kKind == Kind::kGet || kKind == Kind::kGetAccumulate) call.set(Field::kRecvBytes, bytes_from_target(a));
}

template <Shape kShape, class A>
inline void read_new_window(Call& call, const A& a, bool succeeded) noexcept {
  std::uint32_t id = 0;
  if (succeeded) {
    WindowFacts facts{.communicator = call.communicator->id,
                      .parent_sequence = static_cast<std::uint64_t>(call.get(Field::kSequence)),
                      .flavour = flavour_of(kShape)};
    if constexpr (A::template has<WinSize>) facts.bytes = static_cast<std::int64_t>(a.template word<WinSize>());
    if constexpr (A::template has<DispUnit>) facts.displacement_unit = a.template count<DispUnit>();
    id = add_window(call.thread, window_handle(a), facts);
  }
  call.set(Field::kObject, id);
}

}  // namespace mpitrace::mpi
