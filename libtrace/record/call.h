// SPDX-License-Identifier: BSD-3-Clause
// Writes one finished call into the thread's chunk. Takes the context, two times and the values of the fields its kind carries;
// gives bytes in the live slot, complete before the function returns. No lock, no allocation, no system call unless the chunk is full.
#pragma once

#include <cstdint>

#include "encode/chunk_builder.h"
#include "encode/varint.h"
#include "format/records.h"
#include "record/clock.h"
#include "record/context.h"
#include "record/polls.h"
#include "record/thread.h"

namespace mpitrace::record {

// The differences from what the context predicts, collected field by field.
class Difference {
 public:
  explicit Difference(Context& context) noexcept : context_(context) {}

  void add(format::Field field, std::int64_t value) noexcept {
    const auto n = static_cast<std::size_t>(field);
    const std::uint64_t last = static_cast<std::uint64_t>(context_.last[n]);  // unsigned: wraps as the format says
    const std::uint64_t now = static_cast<std::uint64_t>(value);
    const std::uint64_t delta = now - last - static_cast<std::uint64_t>(context_.step[n]);
    context_.last[n] = value;
    if (delta == 0) [[likely]] return;
    context_.step[n] = static_cast<std::int64_t>(now - last);
    mask_ |= 1U << n;
    deltas_[count_++] = encode::zigzag(static_cast<std::int64_t>(delta));
  }

  std::uint8_t* put(std::uint8_t* at) const noexcept {
    const std::uint64_t head = static_cast<std::uint64_t>(context_.id) << 1U;
    if (mask_ == 0) return encode::put_varint(at, head);
    at = encode::put_varint(at, head | 1U);
    at = encode::put_varint(at, mask_);
    for (std::uint32_t i = 0; i < count_; ++i) at = encode::put_varint(at, deltas_[i]);
    return at;
  }

 private:
  Context& context_;
  std::uint32_t mask_ = 0;
  std::uint32_t count_ = 0;
  std::uint64_t deltas_[format::kFieldCount];
};

// The call that the thread is about to enter: what a reader finds if it never comes back. start_ticks is written last but one, context
// last.
inline std::uint64_t begin_call(Thread& thread, const Context& context) noexcept {
  format::CurrentCall& current = thread.slot->current;
  const std::uint64_t start_ticks = now_ticks();
  current.start_ticks = start_ticks;
  std::atomic_signal_fence(std::memory_order_release);
  current.context = context.id;
  set_state(thread, State::kInCall);
  return start_ticks;
}

inline std::uint64_t end_call(Thread& thread) noexcept {
  set_state(thread, State::kRecording);
  return now_ticks();
}

struct Span {
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
};

// Two threads of one core, or a thread that changed cores, may see the counter step back by some ticks; time does not.
inline Span forwards(const format::LiveSlot& slot, Span span) noexcept {
  if (span.start_ticks < slot.end_ticks) [[unlikely]] span.start_ticks = slot.end_ticks;
  if (span.end_ticks < span.start_ticks) [[unlikely]] span.end_ticks = span.start_ticks;
  return span;
}

// Ends the call without a record of its own (a poll that found nothing has been counted, or nothing was to be kept).
inline void leave(Thread& thread) noexcept {
  thread.slot->current.given = 0;
  thread.slot->current.context = 0;
  set_state(thread, State::kOutside);
}

// The caller leaves the call after it. entries(at) appends what follows the record (completed requests) and returns the new end; most calls have none.
template <class Entries>
inline void write_call(Thread& thread, Context& context, Span span, const Difference& difference, Entries entries) noexcept {
  format::LiveSlot& slot = *thread.slot;
  if (slot.polls.contexts != 0) [[unlikely]] write_polls(thread);
  span = forwards(slot, span);
  std::uint8_t* const chunk = encode::chunk_bytes(slot);
  std::uint8_t* at = difference.put(chunk + slot.used_bytes);
  if (!thread.paused) [[likely]] {
    at = encode::put_varint(at, span.start_ticks - slot.end_ticks);
    at = encode::put_varint(at, span.end_ticks - span.start_ticks);
    slot.end_ticks = span.end_ticks;
    ++slot.calls;
    ++context.calls;
    context.busy_ticks += span.end_ticks - span.start_ticks;
  }
  at = entries(at);
  std::atomic_signal_fence(std::memory_order_release);
  slot.used_bytes = static_cast<std::uint64_t>(at - chunk);  // from here on the call survives the process
  if (slot.used_bytes >= thread.limit_bytes) [[unlikely]] g_flush(thread);
}

}  // namespace mpitrace::record
