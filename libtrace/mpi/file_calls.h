// SPDX-License-Identifier: BSD-3-Clause
// The meaning of calls on files: file, bytes, offset, and the place among the file's collectives. Takes a call's
// arguments around the real function; gives definitions and the values of its record's fields. Where the program
// ignores the status of a read, the real function gets one of ours.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/files.h"
#include "mpi/point_to_point.h"

namespace mpitrace::mpi {

constexpr bool is_file_call(Kind kind) {
  return Kind::kFileOpen <= kind && kind <= Kind::kFileSplitEnd;
}
// The call says in a status how much was read or written.
constexpr bool has_file_status(Kind kind) {
  return kind == Kind::kFileRead || kind == Kind::kFileSplitEnd;
}
constexpr bool reads_file(Kind kind) {
  return kind == Kind::kFileRead || kind == Kind::kFileReadStart;
}
constexpr bool moves_file_data(Kind kind) {
  return reads_file(kind) || kind == Kind::kFileWrite;
}

// Not a handle like others: eight bytes also where those have four.
template <class A>
inline Word file_handle(const A& a) noexcept {
  if constexpr (A::template has<FileOut>) {
    return *reinterpret_cast<const Word*>(a.template word<FileOut>());
  } else {
    return a.template word<File>();
  }
}

template <Kind kKind, Shape kShape, class A>
inline void read_file_arguments(Call& call, const A& a) noexcept {
  constexpr std::uint32_t kCarried = format::carried_fields(kKind);
  OpenFile& file = *find_file(call.thread, file_handle(a));
  call.set(Field::kObject, file.id);
  if constexpr ((kCarried & format::field_mask(Field::kSequence)) != 0) {
    std::int64_t sequence = format::kNoSequence;
    if constexpr (kKind == Kind::kFileClose || kShape == Shape::kFileCollective)
      sequence = static_cast<std::int64_t>(count_up(file.sequence));
    call.set(Field::kSequence, sequence);
  }
  if constexpr ((kCarried & format::field_mask(Field::kOffset)) != 0) {
    std::int64_t offset = format::kNoOffset;
    if constexpr (A::template has<Offset>) offset = static_cast<std::int64_t>(a.template word<Offset>());
    call.set(Field::kOffset, offset);
  }
  if constexpr (reads_file(kKind)) call.set(Field::kRecvBytes, bytes_of<Cnt, Type>(a));
  if constexpr (kKind == Kind::kFileWrite) call.set(Field::kSentBytes, bytes_of<Cnt, Type>(a));
}

template <class A>
inline void read_opened_file(Call& call, const A& a, bool succeeded) noexcept {
  std::uint32_t id = 0;
  if (succeeded) {
    id = add_file(call.thread, file_handle(a),
                  {.communicator = call.communicator->id,
                   .parent_sequence = static_cast<std::uint64_t>(call.get(Field::kSequence)),
                   .name = reinterpret_cast<const char*>(a.template word<Name>()),
                   .mode = a.template integer<Amode>()});
  }
  call.set(Field::kObject, id);
}

// After the call: what the status says. A failed call moved nothing that anybody could count.
template <Kind kKind, class A>
inline void read_moved_bytes(Call& call, Word status, bool succeeded) noexcept {
  const std::int64_t moved = succeeded ? std::max<std::int64_t>(read_status(status).bytes, 0) : 0;
  constexpr bool kWrites = A::template has<SBuf>;
  call.set(Field::kRecvBytes, kWrites ? 0 : moved);
  if constexpr (kKind == Kind::kFileSplitEnd) call.set(Field::kSentBytes, kWrites ? moved : 0);
}

template <Kind kKind>
inline void forget_moved_bytes(Call& call) noexcept {
  call.set(kKind == Kind::kFileWrite ? Field::kSentBytes : Field::kRecvBytes, 0);
}

}  // namespace mpitrace::mpi
