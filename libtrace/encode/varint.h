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

// Usual values take one to four bytes: those are spread into one word and written at once, up to three bytes too many,
// which the next value overwrites. The caller's room is checked for that.
[[gnu::always_inline]] inline std::uint8_t* put_varint(std::uint8_t* at, std::uint64_t value) noexcept {
  if (value < 0x80) [[likely]] {
    *at = static_cast<std::uint8_t>(value);
    return at + 1;
  }
  const auto low = static_cast<std::uint32_t>(value);
  std::uint32_t spread = (low & 0x7fU) | (low & 0x3f80U) << 1U | 0x80U;
  if (value < 0x4000) [[likely]] {
    std::memcpy(at, &spread, 4);
    return at + 2;
  }
  spread |= (low & 0x1f'c000U) << 2U | 0x8000U;
  if (value < 0x20'0000) [[likely]] {
    std::memcpy(at, &spread, 4);
    return at + 3;
  }
  if (value >= 0x1000'0000) [[unlikely]]
    return put_long_varint(at, value);
  spread |= (low & 0xfe0'0000U) << 3U | 0x80'0000U;
  std::memcpy(at, &spread, 4);
  return at + 4;
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

inline void put_fixed32(std::uint8_t* at, std::uint32_t value) noexcept {
  std::memcpy(at, &value, sizeof value);
}
inline void put_fixed64(std::uint8_t* at, std::uint64_t value) noexcept {
  std::memcpy(at, &value, sizeof value);
}

}  // namespace mpitrace::encode
