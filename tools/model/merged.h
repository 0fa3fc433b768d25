// SPDX-License-Identifier: BSD-3-Clause
// What merging adds to a record: the messages that end or begin in it, and the nonblocking operations it starts or
// completes. And the end of the pipe that takes them.
#pragma once

#include <cstdint>
#include <span>

#include "model/call.h"

namespace mpitrace::model {

// A message whose receive completed in the record at hand.
struct Receipt {
  std::uint64_t flow = 0;    // the same number its send has; unique in the run, below 2^53
  std::int32_t sender = -1;  // index of the process
  Time sent;                 // start of the call that sent it
};

struct MergedRecord {
  const Record* record = nullptr;
  std::uint32_t thread = 0;             // index into the process's threads
  std::span<const std::uint64_t> sent;  // flows of the messages it sends
  std::span<const Receipt> received;
  std::span<const std::uint64_t> began;      // flows of the operations it starts
  std::span<const std::uint64_t> completed;  // flows of the operations it completes
  std::int64_t bytes_in_flight = 0;          // of this process's nonblocking operations, after it
};

// A receipt that could not be settled when its call was merged: an earlier wildcard receive was open, or the send came
// later in time.
struct LateReceipt {
  Receipt receipt;
  std::uint32_t thread = 0;
  Time start;  // of the call that completed the receive
  Time end;
};

// Takes one process's merged records: those of a thread in their order.
class MergedSink {
 public:
  virtual ~MergedSink() = default;
  virtual void take(const MergedRecord& record) = 0;
  virtual void take_late(const LateReceipt& receipt) = 0;
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
