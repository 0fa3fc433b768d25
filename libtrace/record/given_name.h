// SPDX-License-Identifier: BSD-3-Clause
// How much is kept of a name that the program gave: the reserve of a chunk would not hold any length. Takes text that
// ends in a zero byte; gives a number of bytes that cuts no character of UTF-8 in two.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::record {

inline constexpr std::size_t kMostNameBytes = 256;  // MPI itself keeps no more than 128

inline std::size_t kept_bytes(const char* name, std::size_t most) noexcept {
  const auto continues = [&](std::size_t at) { return (static_cast<std::uint8_t>(name[at]) & 0xc0U) == 0x80U; };
  std::size_t size = 0;
  while (size < most && name[size] != '\0') ++size;
  if (size < most) return size;
  while (size > 0 && continues(size)) --size;
  return size;
}

}  // namespace mpitrace::record
