// SPDX-License-Identifier: BSD-3-Clause
// The fixed-width prefix of a chunk: every byte before its body has a known place, so that closing a chunk is filling
// in numbers. Gives offsets and tags; writes nothing.
//
//   0  0x1a, length as a 5-byte varint     field `chunk` of TraceFile
//   6  0d magic  15 crc32c  19 process  25 thread  29 sequence  31 start  39 end  45 calls  4a anchor  52 loss   then
//   the body
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::format {

inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kChunkMagic = 0x4354'504dU;  // "MPTC"

inline constexpr std::size_t kChunkLengthAt = 1;
inline constexpr std::size_t kChunkLengthBytes = 5;
inline constexpr std::size_t kChunkMessageAt = 6;
inline constexpr std::size_t kMagicAt = kChunkMessageAt + 1;
inline constexpr std::size_t kCrcAt = kMagicAt + 4 + 1;
inline constexpr std::size_t kCheckedAt = kCrcAt + 4;  // the checksum covers the message from here
inline constexpr std::size_t kProcessAt = kCheckedAt + 1;
inline constexpr std::size_t kThreadAt = kProcessAt + 8 + 1;
inline constexpr std::size_t kSequenceAt = kThreadAt + 4 + 1;
inline constexpr std::size_t kStartTicksAt = kSequenceAt + 8 + 1;
inline constexpr std::size_t kEndTicksAt = kStartTicksAt + 8 + 1;
inline constexpr std::size_t kCallsAt = kEndTicksAt + 8 + 1;
inline constexpr std::size_t kAnchorAt = kCallsAt + 4 + 2;  // 3 x (tag, 8 bytes)
inline constexpr std::size_t kAnchorBytes = 27;
inline constexpr std::size_t kLossAt = kAnchorAt + kAnchorBytes + 2;  // 4 x (tag, 8 bytes)
inline constexpr std::size_t kLossBytes = 36;
inline constexpr std::size_t kChunkPrefixBytes = kLossAt + kLossBytes;

// Tags of the body's fields: field number and wire type in one byte, or two from field 16 on.
inline constexpr std::uint8_t kRecordTag = 0x5a;
inline constexpr std::uint8_t kFunctionTag = 0x62;
inline constexpr std::uint8_t kModuleTag = 0x6a;
inline constexpr std::uint8_t kContextTag = 0x72;
inline constexpr std::uint8_t kCommunicatorTag = 0x7a;
inline constexpr std::uint16_t kCommunicatorNameTag = 0x0182;  // the two bytes 82 01, low byte first
inline constexpr std::uint16_t kThreadTag = 0x018a;
inline constexpr std::uint16_t kEndTag = 0x0192;

// Every record field has a length of this many bytes (a padded varint), so that it can be filled in later.
inline constexpr std::size_t kRecordLengthBytes = 4;

// No chunk is longer. A reader refuses a longer one as damage before it reserves memory for it.
inline constexpr std::size_t kMaxChunkBytes = 64U << 20U;

static_assert(kChunkPrefixBytes == 129);

}  // namespace mpitrace::format
