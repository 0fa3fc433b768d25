// SPDX-License-Identifier: BSD-3-Clause
#include "present/run_length.h"

#include <algorithm>
#include <cstddef>

#include "present/thrift.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kGroup = 8;

// Whole groups; the last of a column is filled up with zeros.
void put_packed(std::span<const std::uint32_t> values, unsigned bit_width, std::string& out) {
  if (values.empty()) return;
  const std::size_t groups = (values.size() + kGroup - 1) / kGroup;
  put_uleb(out, groups << 1U | 1U);
  const std::size_t begin = out.size();
  out.resize(begin + groups * bit_width);
  char* at = out.data() + begin;
  std::uint64_t bits = 0;
  unsigned held = 0;
  for (std::size_t i = 0; i < groups * kGroup; ++i) {
    bits |= std::uint64_t{i < values.size() ? values[i] : 0} << held;
    held += bit_width;
    for (; held >= 8; held -= 8, bits >>= 8U) *at++ = static_cast<char>(bits);
  }
}

void put_run(std::size_t length, std::uint32_t value, unsigned bit_width, std::string& out) {
  put_uleb(out, length << 1U);
  for (unsigned shift = 0; shift < bit_width; shift += 8) out += static_cast<char>(value >> shift);
}

}  // namespace

void put_run_lengths(std::span<const std::uint32_t> values, unsigned bit_width, std::string& out) {
  std::size_t packed = 0;  // values from here to `at` go into groups
  std::size_t at = 0;
  while (at < values.size()) {
    std::size_t end = at + 1;
    while (end < values.size() && values[end] == values[at]) ++end;
    // What fills the group before it up does not belong to the run any more.
    const std::size_t begin = std::min(end, packed + (at - packed + kGroup - 1) / kGroup * kGroup);
    if (end - begin >= kGroup) {
      put_packed(values.subspan(packed, begin - packed), bit_width, out);
      put_run(end - begin, values[begin], bit_width, out);
      packed = end;
    }
    at = end;
  }
  put_packed(values.subspan(packed), bit_width, out);
}

}  // namespace mpitrace::present
