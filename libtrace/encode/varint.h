// SPDX-License-Identifier: BSD-3-Clause
// Protobuf's integers, written to memory that the caller owns and has checked for room. Never allocates, never checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpitrace::encode {

inline constexpr std::size_t kMaxVarintBytes = 10;

[[gnu::noinline]] inline std::uint8_t* put_long_varint(std::uint8_t* at, std::uint64_t value) noexcept {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80U);
    value >>= 7U;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
}

// Usual values take one or two bytes: those are written without a loop.
[[gnu::always_inline]] inline std::uint8_t* put_varint(std::uint8_t* at, std::uint64_t value) noexcept {
  if (value < 0x80) [[likely]] {
    *at = static_cast<std::uint8_t>(value);
    return at + 1;
  }
  if (value < 0x4000) [[likely]] {
    const auto pair = static_cast<std::uint16_t>((value & 0x7fU) | 0x80U | (value & 0x3f80U) << 1U);
    std::memcpy(at, &pair, 2);
    return at + 2;
  }
  return put_long_varint(at, value);
}

constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}

// A varint of exactly `bytes` bytes, so that a length can be filled in after what it measures.
inline void put_padded_varint(std::uint8_t* at, std::uint64_t value, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i + 1 < bytes; ++i) {
    at[i] = static_cast<std::uint8_t>(value | 0x80U);
    value >>= 7U;
  }
  at[bytes - 1] = static_cast<std::uint8_t>(value & 0x7fU);
}

inline void put_fixed32(std::uint8_t* at, std::uint32_t value) noexcept { std::memcpy(at, &value, sizeof value); }
inline void put_fixed64(std::uint8_t* at, std::uint64_t value) noexcept { std::memcpy(at, &value, sizeof value); }

}  // namespace mpitrace::encode
