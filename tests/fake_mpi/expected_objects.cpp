// SPDX-License-Identifier: BSD-3-Clause
// The lines of calls on windows and files.
#include "fake_mpi/expected.h"

namespace mpitrace::fake {
namespace {

constexpr int kIntBytes = 4;
constexpr int kDerivedBytes = 8;
constexpr int kEpochRanks = 2;

std::int64_t bytes_to_target(const Row& row) {
  return row.has("SCnt") ? kSendCount * kIntBytes : kIntBytes;
}

std::int64_t bytes_from_target(const Row& row) {
  return row.has("RCnt") ? kRecvCount * kDerivedBytes : kIntBytes;
}

}  // namespace

void Expected::add_window_call(const Row& row, bool succeeded) {
  const auto window = [this](std::uint64_t number) {
    return number == 1 && has_names_ ? kName : "window_" + std::to_string(number);
  };
  if (row.kind == Kind::kWindowNew) {
    add("seq", world_sequence_++);
    if (succeeded) add("window", window(++last_window_));
    return;
  }
  add("window", window(row.kind == Kind::kWindowFree ? last_window_ : 1));
  switch (row.kind) {
    case Kind::kWindowFree:
      return add("seq", 0);
    case Kind::kFence:
      return add("seq", window_sequence_++);
    case Kind::kPut:
      add_target(row);
      return add("bytes", bytes_to_target(row));
    case Kind::kGet:
      add_target(row);
      return add("bytes", bytes_from_target(row));
    case Kind::kGetAccumulate:
      add_target(row);
      add("sent_bytes", bytes_to_target(row));
      return add("received_bytes", bytes_from_target(row));
    case Kind::kLock:
      add_target(row);
      return add("lock", row.has("LockType") ? "exclusive" : "shared");
    case Kind::kUnlock:
    case Kind::kFlush:
      return add_target(row);
    case Kind::kEpochPost:
    case Kind::kEpochStart:
      add("group_size", succeeded ? kEpochRanks : 0);
      if (succeeded) add("group", "0;1");
      return;
    default:
      return;
  }
}

void Expected::add_target(const Row& row) {
  add("target", row.has("Target") ? std::to_string(kDestination) : "all");
}

void Expected::add_file_call(const Row& row, bool succeeded) {
  if (row.kind == Kind::kFileOpen) {
    add("seq", world_sequence_++);
    if (succeeded) add("file", kName);
    return;
  }
  add("file", kName);
  const std::int64_t in_buffer = succeeded ? kCount * kIntBytes : 0;
  switch (row.kind) {
    case Kind::kFileRead:
      add("bytes", succeeded ? kArrivedBytes : 0);
      return add_place_in_file(row);
    case Kind::kFileReadStart:
      add("room_bytes", in_buffer);
      return add_place_in_file(row);
    case Kind::kFileWrite:
      add("bytes", in_buffer);
      return add_place_in_file(row);
    case Kind::kFileUse:
      return add_place_in_file(row);
    case Kind::kFileSplitEnd:
      return add("bytes", succeeded ? kArrivedBytes : 0);
    default:
      return add("seq", 0);  // MPI_File_close
  }
}

void Expected::add_place_in_file(const Row& row) {
  if (row.has("Offset")) add("offset", offset(row.find("Offset")));
  if (row.shape == Shape::kFileCollective) add("seq", file_sequence_++);
}

}  // namespace mpitrace::fake
