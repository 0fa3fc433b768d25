// SPDX-License-Identifier: BSD-3-Clause
// The chunk under construction in a live slot: opened, filled with records and definitions, closed into bytes ready for
// a file. Takes a slot and its buffer; gives the chunk's bytes. Never allocates, knows no file.
//
//   | prefix | record field | definition | record field | definition | record field ...
//                                                         ^ open_record: its length is written when the field is closed
#pragma once

#include <cstddef>
#include <cstdint>

#include "encode/message.h"
#include "format/chunk.h"
#include "format/live_slot.h"

namespace mpitrace::encode {

// A chunk is closed when less than this is free, so that a record and the definitions before it always fit.
inline constexpr std::size_t kChunkReserveBytes = 32U << 10U;

struct AnchorTimes {
  std::uint64_t ticks;
  std::uint64_t monotonic_raw_ns;
  std::uint64_t realtime_ns;
};

inline std::uint8_t* chunk_bytes(format::LiveSlot& slot) noexcept {
  return reinterpret_cast<std::uint8_t*>(&slot) + format::kLiveHeaderBytes;
}

// Begins an empty chunk whose first gap counts from start_ticks.
void open_chunk(format::LiveSlot& slot, std::uint64_t start_ticks) noexcept;

// Appends a definition: write(Message&) fills the message that stands in field `field` of the chunk.
template <class Write>
void append_definition(format::LiveSlot& slot, std::uint32_t field, Write write) noexcept;

// Fills in the prefix, the open record's length and the checksum; gives the chunk's size in bytes.
std::size_t close_chunk(format::LiveSlot& slot, const AnchorTimes& anchor) noexcept;

// The two halves of append_definition that need not be a template.
void close_record(format::LiveSlot& slot) noexcept;
void open_record(format::LiveSlot& slot) noexcept;

template <class Write>
void append_definition(format::LiveSlot& slot, std::uint32_t field, Write write) noexcept {
  close_record(slot);
  const std::size_t room =
      slot.buffer_bytes - slot.used_bytes - (1 + format::kRecordLengthBytes);  // what open_record() needs stays
  Message message(chunk_bytes(slot) + slot.used_bytes, room);
  std::uint8_t* body = message.begin(field);
  write(message);
  message.end(body);
  if (!message.overflowed()) slot.used_bytes += message.size();
  open_record(slot);
}

}  // namespace mpitrace::encode
