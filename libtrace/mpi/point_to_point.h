// SPDX-License-Identifier: BSD-3-Clause
// The meaning of calls that send, receive or probe. Takes a call's arguments before and after the real function; gives
// the values of its record's fields. Where the program ignores the status, the real function gets one of ours.
#pragma once

#include <cstdint>
#include <cstring>

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/datatypes.h"
#include "mpi/messages.h"
#include "mpi/overlooked_errors.h"
#include "mpi/requests.h"
#include "mpi/statuses.h"

namespace mpitrace::mpi {

using format::Field;
using format::Kind;

// Elements in a partition: an MPI_Count in the plain form too, but for MPI 5.0's int.
template <class A>
inline std::int64_t partition_count(const A& a) noexcept {
  if (g_abi.name == AbiName::kStandard) return a.template count<PCnt>();
  return static_cast<std::int64_t>(a.template word<PCnt>());
}

// How many bytes the roles Count and Type name; Parts multiplies where the call has partitions.
template <class Count, class Type, class A>
inline std::int64_t bytes_of(const A& a) noexcept {
  std::int64_t count = a.template count<Count>();
  if constexpr (A::template has<Parts>) count *= a.template integer<Parts>();
  return count == 0 ? 0 : count * type_size(a.template handle<Type>());
}

template <class A>
inline std::int64_t bytes_to_send(const A& a) noexcept {
  if constexpr (A::template has<PCnt>) {
    return partition_count(a) * a.template integer<Parts>() * type_size(a.template handle<SType>());
  } else if constexpr (A::template has<SCnt>) {
    return bytes_of<SCnt, SType>(a);
  } else {
    return bytes_of<Cnt, Type>(a);
  }
}

template <class A>
inline std::int64_t room_to_receive(const A& a) noexcept {
  if constexpr (A::template has<PCnt>) {
    return partition_count(a) * a.template integer<Parts>() * type_size(a.template handle<RType>());
  } else if constexpr (A::template has<RCnt>) {
    return bytes_of<RCnt, RType>(a);
  } else {
    return bytes_of<Cnt, Type>(a);
  }
}

// A status for the call to fill: the program's own, or ours where it passed MPI_STATUS_IGNORE.
class StatusArgument {
 public:
  template <class A>
  void prepare(A& a) noexcept {
    address_ = a.template word<Stat>();
    if (address_ != g_abi.status_ignore) return;
    address_ = reinterpret_cast<Word>(own_);
    a.template replace<Stat>(address_);
  }
  // For a call that need not fill in what is read from it.
  void clear() noexcept { std::memset(own_, 0, sizeof own_); }
  Word address() const noexcept { return address_; }

 private:
  Word address_;
  alignas(8) std::uint8_t own_[kMaxStatusBytes];
};

constexpr bool sends(Kind kind) {
  return kind == Kind::kSend || kind == Kind::kSendReceive || kind == Kind::kSendStart || kind == Kind::kSendInit ||
         kind == Kind::kSendReceiveStart;
}

constexpr bool has_source(Kind kind) {
  return kind == Kind::kReceive || kind == Kind::kReceiveStart || kind == Kind::kReceiveInit || kind == Kind::kProbe ||
         kind == Kind::kMatchedProbe;
}

// The call completes a receive or a probe itself, and so has a status.
constexpr bool has_status(Kind kind) {
  return kind == Kind::kReceive || kind == Kind::kSendReceive || kind == Kind::kProbe || kind == Kind::kMatchedProbe ||
         kind == Kind::kMatchedReceive;
}

template <Kind kKind, class A>
inline void read_message_arguments(Call& call, const A& a) noexcept {
  if constexpr (sends(kKind)) {
    call.set(Field::kPeer, canonical_rank(a.template integer<Dest>()));
    call.set(Field::kTag, a.template integer<Tag>());
    call.set(Field::kSentBytes, bytes_to_send(a));
  }
  if constexpr (has_source(kKind)) {
    call.set(Field::kPeer, canonical_rank(a.template integer<Source>()));
    call.set(Field::kTag, canonical_tag(a.template integer<Tag>()));
  }
  if constexpr (kKind == Kind::kSendReceive || kKind == Kind::kSendReceiveStart) {
    call.set(Field::kSource, canonical_rank(a.template integer<Source>()));
    call.set(Field::kSourceTag, canonical_tag(a.template integer<SourceTag>()));
  }
  if constexpr (kKind == Kind::kReceiveStart || kKind == Kind::kReceiveInit || kKind == Kind::kMatchedReceiveStart ||
                kKind == Kind::kSendReceiveStart) {
    call.set(Field::kRecvBytes, room_to_receive(a));
  }
}

// After a failed call, which leaves no status to read: what it asked for.
template <Kind kKind>
inline void read_no_arrival(Call& call) noexcept {
  constexpr bool kIsPair = kKind == Kind::kSendReceive;
  std::int64_t source = format::kAnySource;
  std::int64_t tag = format::kAnyTag;
  if constexpr (has_source(kKind) || kIsPair) {
    source = call.get(kIsPair ? Field::kSource : Field::kPeer);
    tag = call.get(kIsPair ? Field::kSourceTag : Field::kTag);
  }
  call.set(Field::kRecvBytes, 0);
  call.set(Field::kMatchedPeer, source);
  call.set(Field::kMatchedTag, tag);
}

// After the call: what arrived.
template <Kind kKind>
inline void read_arrival(Call& call, Word status, bool succeeded) noexcept {
  if (!succeeded) [[unlikely]]
    return read_no_arrival<kKind>(call);
  const Received received = read_status(status);
  call.set(Field::kRecvBytes, received.bytes);
  call.set(Field::kMatchedPeer, canonical_rank(received.source));
  call.set(Field::kMatchedTag, canonical_tag(received.tag));
}

constexpr RequestFor request_for(Kind kind) {
  switch (kind) {
    case Kind::kSendStart:
    case Kind::kSendInit:
      return RequestFor::kSend;
    case Kind::kReceiveStart:
    case Kind::kReceiveInit:
    case Kind::kSendReceiveStart:
    case Kind::kMatchedReceiveStart:
      return RequestFor::kReceive;
    case Kind::kFileReadStart:
      return RequestFor::kFileRead;
    default:
      return RequestFor::kOther;
  }
}

constexpr Lifetime request_lifetime(Kind kind) {
  const bool init = kind == Kind::kSendInit || kind == Kind::kReceiveInit || kind == Kind::kCollectiveInit;
  return init ? Lifetime::kPersistent : Lifetime::kOnce;
}

// What the receive half of this call asks for. A matched receive's source is its probe's: its completion always tells.
template <Kind kKind, class A>
[[gnu::always_inline]] inline Wanted wanted_by(const Call& call, const A& a) noexcept {
  Wanted wanted{kUndefined, 0, 0};
  if constexpr (request_for(kKind) >= RequestFor::kReceive) {
    wanted.room_bytes = call.get(Field::kRecvBytes);
    if constexpr (A::template has<Source>) wanted.source = a.template integer<Source>();
    if constexpr (A::template has<SourceTag>) {
      wanted.tag = a.template integer<SourceTag>();
    } else if constexpr (A::template has<Tag>) {
      wanted.tag = a.template integer<Tag>();
    }
  }
  return wanted;
}

template <Kind kKind, class A>
[[gnu::always_inline]] inline void keep_request(Call& call, const A& a, bool succeeded) noexcept {
  std::uint64_t id = 0;
  if (succeeded) {
    id = add_request(load_handle(a.template word<Req>()), request_for(kKind), request_lifetime(kKind),
                     wanted_by<kKind>(call, a));
  }
  if constexpr (kKind == Kind::kReceiveInit) {
    if (id != 0) note_persistent_receive(load_handle(a.template word<Req>()), a.template handle<Comm>());
  }
  call.set(Field::kRequest, static_cast<std::int64_t>(id));
}

}  // namespace mpitrace::mpi
