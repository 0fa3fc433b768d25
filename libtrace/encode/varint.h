// SPDX-License-Identifier: BSD-3-Clause
// Protobuf's integers, written to memory that the caller owns and has checked for room. Never allocates, never checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpitrace::encode {

inline constexpr std::size_t kMaxVarintBytes = 10;

inline std::uint8_t* put_varint(std::uint8_t* at, std::uint64_t value) noexcept {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80U);
    value >>= 7U;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
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
