// SPDX-License-Identifier: BSD-3-Clause
// What merging adds to a record: the messages that end or begin in it, and the nonblocking operations it starts or
// completes. And the end of the pipe that takes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/call.h"

namespace mpitrace::model {

inline constexpr std::int64_t kUnknownBytes = -1;

// A message whose receive completed in the record at hand.
struct Receipt {
  std::uint64_t flow = 0;    // the same number its send has; unique in the run, below 2^53
  std::int32_t sender = -1;  // index of the process
  Time sent;                 // start of the call that sent it
  Time sent_end = {};        // end of it; kLatest: it never returned
  std::uint32_t sent_thread = 0;
  std::uint64_t sent_number = 0;   // the call's, as MergedRecord's `number`
  std::uint32_t communicator = 0;  // of the run
  std::int64_t tag = 0;
  std::int64_t bytes = kUnknownBytes;  // as sent
  Time posted = {};                    // start of the call that posted the receive
};

// Why a call could not end before somebody else's began.
enum class WaitCause : std::uint8_t {
  kNone,
  kWaitAtBarrier,
  kWaitAtNxN,
  kLateBroadcast,  // the root came late
  kEarlyReduce,    // the root came early
};

// The call that another could not end before. It was waited for only if it began later.
struct Awaited {
  WaitCause cause = WaitCause::kNone;
  std::int32_t process = -1;
  Time start;
};

struct MergedRecord {
  const Record* record = nullptr;
  std::uint32_t thread = 0;             // index into the process's threads
  std::span<const std::uint64_t> sent;  // flows of the messages it sends
  std::span<const Receipt> received;
  std::span<const std::uint64_t> began;      // flows of the operations it starts
  std::span<const std::uint64_t> completed;  // flows of the operations it completes
  std::int64_t bytes_in_flight = 0;          // of this process's nonblocking operations, after it
  Awaited awaited = {};                      // of a collective
  std::int64_t requests_in_flight = 0;       // those operations
  std::uint64_t number = 0;                  // among its thread's records, from 0; kCompleted has that of its call
};

// A receipt that could not be settled when its call was merged: an earlier wildcard receive was open, or the send came
// later in time.
struct LateReceipt {
  Receipt receipt;
  std::uint32_t thread = 0;
  Time start;  // of the call that completed the receive
  Time end;
  std::uint64_t number = 0;  // of that call
};

// A send or a receive of a process whose other end is not on record.
struct LoneEnd {
  bool is_send = true;
  std::uint32_t thread = 0;
  std::uint64_t number = 0;  // of the call that sent it, or completed the receive
  Time start;
  Time end;
  Time posted = {};                // of a receive: start of the call that posted it
  std::int64_t communicator = -1;  // of the run; -1: unknown
  std::int32_t process = -1;       // at the other end, where that is known
  std::int64_t peer = kAnySource;  // its rank in the communicator, where no more is known
  std::int64_t tag = kAnyTag;
  std::int64_t bytes = kUnknownBytes;
};

// Takes one process's merged records: those of a thread in their order.
class MergedSink {
 public:
  virtual ~MergedSink() = default;
  virtual void take(const MergedRecord& record) = 0;
  virtual void take_late(const LateReceipt& receipt) = 0;
  // Of its records that are shown; a receive of which nobody said where it was completed is left out.
  virtual void take_lone(const LoneEnd&) {}
};

// One member's call of a collective operation: the process, and the call site among its sites.
struct CollectiveCall {
  std::int32_t process = -1;
  std::uint32_t site = 0;
};

// Two members of a communicator whose calls with the same number differ: in their function, or in their root.
struct CollectiveMismatch {
  std::uint32_t communicator = 0;  // of the run
  std::int64_t sequence = 0;       // on the communicator, or on a window or file made on it
  CollectiveCall one;
  CollectiveCall other;
  bool is_root = false;
};

struct CollectiveCounts {
  std::uint64_t operations = 0;
  std::uint64_t calls = 0;       // of their members
  std::uint64_t incomplete = 0;  // operations that a member whose record was read never came to
  std::uint64_t mismatched = 0;
  std::vector<CollectiveMismatch> mismatches;  // some of them, in order
};

// What became of the messages, over the whole run.
struct MessageCounts {
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t matched = 0;
  std::uint64_t to_unknown = 0;  // sent to a rank whose record was not read
  std::uint64_t from_unknown = 0;
  std::uint64_t unmatched_sends = 0;  // no receive for it was recorded
  std::uint64_t unmatched_receives = 0;
  std::uint64_t after_loss = 0;  // of these two: on a path where records are missing
  std::uint64_t undecided = 0;   // receives behind a wildcard receive that never said what it got
  std::uint64_t backward = 0;    // received before they were sent, by the clocks

  MessageCounts& operator+=(const MessageCounts& other) {
    sends += other.sends;
    receives += other.receives;
    matched += other.matched;
    to_unknown += other.to_unknown;
    from_unknown += other.from_unknown;
    unmatched_sends += other.unmatched_sends;
    unmatched_receives += other.unmatched_receives;
    after_loss += other.after_loss;
    undecided += other.undecided;
    backward += other.backward;
    return *this;
  }
};

}  // namespace mpitrace::model
