// SPDX-License-Identifier: BSD-3-Clause
// The vocabulary of the record stream (docs/FORMAT.md, "Records"): the fields a call may carry, the control records,
// fixed values. Numbers only; writes and reads nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::format {

// Bit numbers in a record's mask, commonest change first: a mask below bit 7 takes one byte.
enum class Field : std::uint8_t {
  kPeer = 0,          // destination, source, root or target as given
  kTag = 1,           // as given; of a lock: its type
  kSentBytes = 2,     // what this rank's send buffer holds for the call
  kRecvBytes = 3,     // what arrived; for a receive that only starts: the room it offers
  kRequest = 4,       // id of the (first) request made, started or completed
  kSequence = 5,      // collective number on the communicator, window or file
  kCommunicator = 6,  // local id
  kRequests = 7,      // how many requests the call made, started or completed; how many ranks its group has
  kListed = 8,        // how many entries follow the record
  kGiven = 9,         // how many requests the call was given
  kMatchedPeer = 10,  // source from the status
  kMatchedTag = 11,   // tag from the status
  kSource = 12,       // of the receiving half of a send-receive, as given
  kSourceTag = 13,
  kMessage = 14,  // id of a matched-probe message
  kObject = 15,   // id of the communicator made; of the window or file
  kResult = 16,   // return code, where it is not MPI_SUCCESS
  kOffset = 17,   // in a file, as given
};
inline constexpr std::size_t kFieldCount = 18;

enum class Control : std::uint8_t {
  kPolls = 1,        // gap, span, then (context, count, busy ticks) for each
  kPause = 2,        // gap: from here records carry no times and count as unseen
  kResume = 3,       // gap
  kFlush = 4,        // gap, duration: the recorder wrote a chunk
  kCompleted = 5,    // further entries of the call before it
  kPeerBytes = 6,    // context, then runs: what its collectives send to each peer from here on
  kRegionBegin = 7,  // gap, name
  kRegionEnd = 8,    // gap, 0: of the region begun last
  kStep = 9,         // gap, number
  kOwnWork = 10,     // OwnWork: what the flush record that follows tells of
};

// What the recorder did in the time of a flush record.
enum class OwnWork : std::uint8_t {
  kFlush = 0,   // wrote a chunk
  kClocks = 1,  // compared the clocks of nodes
};

// Ranks and tags that are no rank and no tag, the same for every MPI.
inline constexpr std::int64_t kAnySource = -1;
inline constexpr std::int64_t kAnyTag = -1;
inline constexpr std::int64_t kProcNull = -2;
inline constexpr std::int64_t kRoot = -3;      // MPI_ROOT of an intercommunicator
inline constexpr std::int64_t kAllRanks = -4;  // MPI_Win_lock_all and the like: every rank of the window

// What Tag says of a lock.
inline constexpr std::int64_t kLockExclusive = 1;
inline constexpr std::int64_t kLockShared = 2;

// Of calls on files.
inline constexpr std::int64_t kNoSequence = -1;       // not collective
inline constexpr std::int64_t kNoOffset = INT64_MIN;  // the file's own pointer says where

}  // namespace mpitrace::format
