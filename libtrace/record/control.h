// SPDX-License-Identifier: BSD-3-Clause
// Control records: what a chunk says besides its calls. Takes a type and values; gives bytes at the end of the open
// record, complete before the function returns.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "encode/chunk_builder.h"
#include "encode/varint.h"
#include "format/records.h"
#include "record/thread.h"

namespace mpitrace::record {

// `count` values, which put(at) writes; it gives where they end.
template <class Put>
void append_control(Thread& thread, format::Control type, std::size_t count, Put put) noexcept {
  format::LiveSlot& slot = *thread.slot;
  std::uint8_t* const chunk = encode::chunk_bytes(slot);
  std::uint8_t* at = chunk + slot.used_bytes;
  *at++ = 0;
  at = encode::put_varint(at, static_cast<std::uint64_t>(type));
  at = encode::put_varint(at, count);
  at = put(at);
  std::atomic_signal_fence(std::memory_order_release);
  slot.used_bytes = static_cast<std::uint64_t>(at - chunk);
}

void write_control(Thread& thread, format::Control type, const std::uint64_t* values, std::size_t count) noexcept;

// Something that happens now: the gap to it, then `more`. Ends a fold of polls, and the chunk where it is full.
void write_moment(Thread& thread, format::Control type, std::initializer_list<std::uint64_t> more) noexcept;

// The time since start_ticks, which the recorder took for itself: in the record like any other.
void write_own_work(Thread& thread, format::OwnWork work, std::uint64_t start_ticks) noexcept;

}  // namespace mpitrace::record
