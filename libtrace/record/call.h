// SPDX-License-Identifier: BSD-3-Clause
// Writes one finished call into the thread's chunk. Takes the context, two times and the values of the fields its kind
// carries; gives bytes in the live slot, complete before the function returns. No lock, no allocation, no system call
// unless the chunk is full.
#pragma once

#include <cstdint>
#include <utility>

#include "encode/chunk_builder.h"
#include "encode/varint.h"
#include "format/fields.h"
#include "record/clock.h"
#include "record/context.h"
#include "record/polls.h"
#include "record/thread.h"

namespace mpitrace::record {

// Writes head, mask and deltas of a call whose values differ from what its context expects, and lets the context learn
// them.
std::uint8_t* put_changed(Context& context, std::uint32_t carried, const std::int64_t* values,
                          std::uint8_t* at) noexcept;

// Moves on the fields that step from call to call.
void step_on(Context& context) noexcept;

// Writes what says which call it is and how its values differ from the expected ones: for a regular program, one byte.
// values[n] is field n's, for each bit n of kCarried.
template <std::uint32_t kCarried, std::size_t... kBits>
[[gnu::always_inline]] inline std::uint8_t* put_head(Context& context, const std::int64_t* values, std::uint8_t* at,
                                                     std::index_sequence<kBits...>) noexcept {
  std::uint64_t difference = 0;
  const auto compare = [&]<std::size_t kBit>() __attribute__((always_inline)) {
    if constexpr ((kCarried >> kBit & 1U) != 0)
      difference |= static_cast<std::uint64_t>(values[kBit]) ^ context.expected[kBit];
  };
  (compare.template operator()<kBits>(), ...);
  if (difference != 0) [[unlikely]]
    return put_changed(context, kCarried, values, at);
  // Request numbers step in almost every program; the other fields, when they do, are left to a loop.
  constexpr std::uint32_t kRequestBit = format::field_mask(format::Field::kRequest);
  if constexpr ((kCarried & kRequestBit) != 0) {
    constexpr auto kRequest = static_cast<std::size_t>(format::Field::kRequest);
    context.expected[kRequest] += context.step[kRequest];
  }
  if ((context.stepping & ~kRequestBit) != 0) [[unlikely]]
    step_on(context);
  return encode::put_varint(at, std::uint64_t{context.id} << 1U);
}

// The call that the thread is about to enter: what a reader finds if it never comes back. start_ticks is written last
// but one, context last.
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
  if (span.start_ticks < slot.end_ticks) [[unlikely]]
    span.start_ticks = slot.end_ticks;
  if (span.end_ticks < span.start_ticks) [[unlikely]]
    span.end_ticks = span.start_ticks;
  return span;
}

// Ends the call without a record of its own (a poll that found nothing has been counted, or nothing was to be kept).
inline void leave(Thread& thread) noexcept {
  thread.slot->current.context = 0;
  set_state(thread, State::kOutside);
}

// The caller leaves the call after it. entries(at) appends what follows the record (completed requests) and returns the
// new end; most calls have none.
template <std::uint32_t kCarried, class Entries>
[[gnu::always_inline]] inline void write_call(Thread& thread, Context& context, Span span, const std::int64_t* values,
                                              Entries entries) noexcept {
  format::LiveSlot& slot = *thread.slot;
  if (slot.polls.contexts != 0) [[unlikely]]
    write_polls(thread);
  span = forwards(slot, span);
  std::uint8_t* const chunk = encode::chunk_bytes(slot);
  std::uint8_t* at =
      put_head<kCarried>(context, values, chunk + slot.used_bytes, std::make_index_sequence<format::kFieldCount>{});
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
  if (slot.used_bytes >= thread.limit_bytes) [[unlikely]]
    g_flush(thread);
}

}  // namespace mpitrace::record
