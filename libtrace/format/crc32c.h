// SPDX-License-Identifier: BSD-3-Clause
// CRC-32C (Castagnoli), the checksum of a chunk. Takes bytes, gives 32 bits; the CPU's instruction where there is one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpitrace::format {

inline constexpr std::uint32_t kCastagnoli = 0x82f6'3b78U;  // reflected

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? kCastagnoli : 0U);
    table[i] = value;
  }
  return table;
}

inline constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();

constexpr std::uint32_t crc32c_portable(const std::uint8_t* bytes, std::size_t count, std::uint32_t state) {
  for (std::size_t i = 0; i < count; ++i) state = (state >> 8U) ^ kCrcTable[(state ^ bytes[i]) & 0xffU];
  return state;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) inline std::uint32_t crc32c_sse42(const std::uint8_t* bytes, std::size_t count,
                                                                    std::uint32_t state) {
  std::uint64_t wide = state;
  while (count >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    wide = __builtin_ia32_crc32di(wide, word);
    bytes += 8;
    count -= 8;
  }
  state = static_cast<std::uint32_t>(wide);
  while (count-- > 0) state = __builtin_ia32_crc32qi(state, *bytes++);
  return state;
}
#endif

inline std::uint32_t crc32c(const std::uint8_t* bytes, std::size_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return ~crc32c_sse42(bytes, count, ~0U);
#endif
  return ~crc32c_portable(bytes, count, ~0U);
}

}  // namespace mpitrace::format
