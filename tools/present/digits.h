// SPDX-License-Identifier: BSD-3-Clause
// Numbers -> decimal digits, at a rate that counts where most of a file is numbers. Never allocates, and writes up to
// eight bytes more than it says.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpitrace::present {

inline constexpr std::uint64_t kEightDigits = 100'000'000;

// The digits of a number below 10^8, a byte each, the first in the lowest. All are found side by side by a few
// multiplications: half the time of a division for each pair, and no branch that depends on how many there are.
constexpr std::uint64_t eight_digits(std::uint64_t number) {
  const std::uint64_t fours = number / 10'000 | number % 10'000 << 32U;
  const std::uint64_t top = (fours * 10'486) >> 20U & 0x0000'007f'0000'007fULL;  // each / 100
  const std::uint64_t pairs = top | (fours - 100 * top) << 16U;
  const std::uint64_t tens = (pairs * 103) >> 10U & 0x000f'000f'000f'000fULL;  // each / 10
  return tens | (pairs - 10 * tens) << 8U;
}

// Without the first `unused` of them. Returns the end.
inline char* write_eight(char* at, std::uint64_t digits, unsigned unused) {
  static_assert(std::endian::native == std::endian::little, "the first digit must come first in memory");
  constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030ULL;
  const std::uint64_t text = (digits | kZeros) >> 8 * unused;
  std::memcpy(at, &text, sizeof text);
  return at + sizeof text - unused;
}

// ".000" to ".999": a fraction of three digits, or what follows the point as a short number.
constexpr std::array<char, 4000> make_thousandths() {
  std::array<char, 4000> all{};
  for (std::size_t number = 0; number < 1000; ++number) {
    all[4 * number] = '.';
    all[4 * number + 1] = static_cast<char>('0' + number / 100);
    all[4 * number + 2] = static_cast<char>('0' + number / 10 % 10);
    all[4 * number + 3] = static_cast<char>('0' + number % 10);
  }
  return all;
}
inline constexpr std::array<char, 4000> kThousandths = make_thousandths();

// ".042" of 42. Returns the end.
inline char* write_fraction(char* at, std::uint64_t thousandths) {
  std::memcpy(at, &kThousandths[4 * thousandths], 4);
  return at + 4;
}

// Below 1000. Returns the end.
inline char* write_short(char* at, std::uint64_t number) {
  const std::size_t digits = number >= 100 ? 3 : number >= 10 ? 2 : 1;
  const char* last = &kThousandths[4 * number + 3];
  at[0] = last[1 - static_cast<std::ptrdiff_t>(digits)];
  at[1] = last[digits == 3 ? -1 : 0];
  at[2] = *last;
  return at + digits;
}

// Returns the end.
inline char* write_digits(char* at, std::uint64_t number) {
  if (number < 1000) return write_short(at, number);
  if (number >= kEightDigits) {
    at = write_digits(at, number / kEightDigits);
    return write_eight(at, eight_digits(number % kEightDigits), 0);
  }
  const std::uint64_t digits = eight_digits(number);
  constexpr std::uint64_t kLast = 1ULL << 56U;  // one digit always stays
  return write_eight(at, digits, static_cast<unsigned>(std::countr_zero(digits | kLast)) / 8);
}

}  // namespace mpitrace::present
