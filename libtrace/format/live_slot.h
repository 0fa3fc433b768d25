// SPDX-License-Identifier: BSD-3-Clause
// The live slot: the part of a thread's record that no chunk holds yet, in a mapped file, so that it outlives the
// process. Gives its layout to the recorder, which writes it, and to the reader, which replays it. Holds no pointer.
//
//   offset 0      frame: 0x12, a 5-byte varint, two zero bytes, so that a .live file is a valid TraceFile
//          8      LiveSlot's other fields
//          4096   the chunk under construction: its reserved prefix, then its body (format/chunk.h)
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::format {

inline constexpr std::uint64_t kLiveMagic = 0x3145'5649'4c54'504dULL;  // "MPTLIVE1"
inline constexpr std::size_t kLiveHeaderBytes = 4096;
inline constexpr std::size_t kLiveFrameBytes = 8;

// The call a thread is in, written when it enters. context is 0 outside calls. Absent arguments are 0 and not in
// `given`.
struct CurrentCall {
  std::uint64_t context;
  std::uint64_t start_ticks;
  std::int64_t communicator;
  std::int64_t peer;
  std::int64_t tag;
  std::int64_t bytes;
  std::int64_t requests;
  std::uint64_t given;  // bit n: the n-th of communicator, peer, tag, bytes, requests, current_object holds a value
};

// Failed polls that no record holds yet.
inline constexpr std::size_t kMaxPolledContexts = 8;
struct PolledContext {
  std::uint64_t context;
  std::uint64_t count;
  std::uint64_t busy_ticks;
};
struct PendingPolls {
  std::uint64_t first_ticks;  // start of the first
  std::uint64_t last_ticks;   // end of the last
  std::uint64_t contexts;     // how many of `polled` count; 0: none pending
  PolledContext polled[kMaxPolledContexts];
};

struct LossCounts {
  std::uint64_t dropped_calls;
  std::uint64_t lost_chunks;
  std::uint64_t nested_calls;
  std::uint64_t abandoned_calls;
};

struct LiveSlot {
  std::uint8_t frame[kLiveFrameBytes];
  std::uint64_t magic;
  std::uint64_t process;
  std::uint32_t thread;
  std::uint32_t buffer_bytes;  // room after the header page
  std::uint64_t sequence;      // of the chunk under construction; a log that has it already wins
  std::uint64_t used_bytes;    // of the chunk under construction, prefix included; 0: no chunk is open
  std::uint64_t open_record;   // offset in the chunk of the length of the record field that is open; 0: none
  std::uint64_t start_ticks;   // the chunk's
  std::uint64_t end_ticks;     // end of the last record
  std::uint64_t calls;         // in this chunk
  LossCounts loss;             // totals of the thread
  CurrentCall current;
  PendingPolls polls;
  std::int64_t current_object;  // of `current`: the window or file
};

static_assert(offsetof(LiveSlot, magic) == 8);
static_assert(offsetof(LiveSlot, used_bytes) == 40);
static_assert(offsetof(LiveSlot, loss) == 80);
static_assert(offsetof(LiveSlot, current) == 112);
static_assert(offsetof(LiveSlot, polls) == 176);
static_assert(offsetof(LiveSlot, current_object) == 392);
static_assert(sizeof(LiveSlot) == 400 && sizeof(LiveSlot) <= kLiveHeaderBytes);

}  // namespace mpitrace::format
