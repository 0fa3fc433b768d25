// SPDX-License-Identifier: BSD-3-Clause
#include "encode/chunk_builder.h"

#include <atomic>

#include "encode/varint.h"
#include "format/chunk.h"
#include "format/crc32c.h"

namespace mpitrace::encode {
namespace {

using namespace format;  // the numbers of chunk.h are this file's vocabulary

void put_fixed32_field(std::uint8_t* chunk, std::size_t at, std::uint8_t tag, std::uint32_t value) noexcept {
  chunk[at - 1] = tag;
  put_fixed32(chunk + at, value);
}

void put_fixed64_field(std::uint8_t* chunk, std::size_t at, std::uint8_t tag, std::uint64_t value) noexcept {
  chunk[at - 1] = tag;
  put_fixed64(chunk + at, value);
}

// Field n of a message made of fixed64 fields only: 9 bytes each.
void put_nth_fixed64(std::uint8_t* message, std::size_t n, std::uint64_t value) noexcept {
  put_fixed64_field(message, 9 * (n - 1) + 1, static_cast<std::uint8_t>(n << 3U | 1U), value);
}

void put_anchor(std::uint8_t* chunk, const AnchorTimes& anchor) noexcept {
  chunk[kAnchorAt - 2] = 0x4a;
  chunk[kAnchorAt - 1] = kAnchorBytes;
  put_nth_fixed64(chunk + kAnchorAt, 1, anchor.ticks);
  put_nth_fixed64(chunk + kAnchorAt, 2, anchor.monotonic_raw_ns);
  put_nth_fixed64(chunk + kAnchorAt, 3, anchor.realtime_ns);
}

void put_loss(std::uint8_t* chunk, const LossCounts& loss) noexcept {
  chunk[kLossAt - 2] = 0x52;
  chunk[kLossAt - 1] = kLossBytes;
  put_nth_fixed64(chunk + kLossAt, 1, loss.dropped_calls);
  put_nth_fixed64(chunk + kLossAt, 2, loss.lost_chunks);
  put_nth_fixed64(chunk + kLossAt, 3, loss.nested_calls);
  put_nth_fixed64(chunk + kLossAt, 4, loss.abandoned_calls);
}

}  // namespace

void open_chunk(LiveSlot& slot, std::uint64_t start_ticks) noexcept {
  slot.start_ticks = start_ticks;
  slot.end_ticks = start_ticks;
  slot.calls = 0;
  slot.used_bytes = kChunkPrefixBytes;
  open_record(slot);
}

void open_record(LiveSlot& slot) noexcept {
  std::uint8_t* at = chunk_bytes(slot) + slot.used_bytes;
  *at = kRecordTag;
  put_padded_varint(at + 1, 0, kRecordLengthBytes);
  // A process may be killed between any two stores: an empty record in used_bytes is valid, an open_record beyond it is
  // not.
  const std::uint64_t length_at = slot.used_bytes + 1;
  slot.used_bytes = length_at + kRecordLengthBytes;
  std::atomic_signal_fence(std::memory_order_release);
  slot.open_record = length_at;
}

void close_record(LiveSlot& slot) noexcept {
  const std::uint64_t length_at = slot.open_record;
  const std::uint64_t body = length_at + kRecordLengthBytes;
  put_padded_varint(chunk_bytes(slot) + length_at, slot.used_bytes - body, kRecordLengthBytes);
  slot.open_record = 0;
  std::atomic_signal_fence(std::memory_order_release);
  if (slot.used_bytes == body) slot.used_bytes = length_at - 1;  // nothing was recorded: take the field back
}

std::size_t close_chunk(LiveSlot& slot, const AnchorTimes& anchor) noexcept {
  if (slot.open_record != 0) close_record(slot);
  std::uint8_t* chunk = chunk_bytes(slot);
  const std::size_t size = slot.used_bytes;
  chunk[0] = 0x1a;
  put_padded_varint(chunk + kChunkLengthAt, size - kChunkMessageAt, kChunkLengthBytes);
  put_fixed32_field(chunk, kMagicAt, 0x0d, kChunkMagic);
  put_fixed64_field(chunk, kProcessAt, 0x19, slot.process);
  put_fixed32_field(chunk, kThreadAt, 0x25, slot.thread);
  put_fixed64_field(chunk, kSequenceAt, 0x29, slot.sequence);
  put_fixed64_field(chunk, kStartTicksAt, 0x31, slot.start_ticks);
  put_fixed64_field(chunk, kEndTicksAt, 0x39, slot.end_ticks);
  put_fixed32_field(chunk, kCallsAt, 0x45, static_cast<std::uint32_t>(slot.calls));
  put_anchor(chunk, anchor);
  put_loss(chunk, slot.loss);
  put_fixed32_field(chunk, kCrcAt, 0x15, crc32c(chunk + kCheckedAt, size - kCheckedAt));
  return size;
}

}  // namespace mpitrace::encode
