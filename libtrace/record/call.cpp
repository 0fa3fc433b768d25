// SPDX-License-Identifier: BSD-3-Clause
#include "record/call.h"

namespace mpitrace::record {
namespace {

constexpr std::uint32_t kRequestBit = format::field_mask(format::Field::kRequest);

// Lets field n learn its new value; gives the difference from the expected one. Unsigned, so that it wraps as the
// format says.
std::uint64_t learn(Context& context, std::size_t n, std::uint64_t value) noexcept {
  const std::uint64_t delta = value - context.expected[n];
  context.step[n] += delta;  // the last value was expected - step
  context.expected[n] = value + context.step[n];
  const std::uint32_t bit = 1U << n;
  context.stepping = context.step[n] != 0 ? context.stepping | bit : context.stepping & ~bit;
  return delta;
}

}  // namespace

std::uint8_t* put_changed(Context& context, std::uint32_t carried, const std::int64_t* values,
                          std::uint8_t* at) noexcept {
  std::uint64_t deltas[format::kFieldCount];
  std::size_t count = 0;
  std::uint32_t mask = 0;
  for (std::uint32_t rest = carried; rest != 0; rest &= rest - 1) {
    const auto n = static_cast<std::size_t>(__builtin_ctz(rest));
    const std::uint64_t delta = learn(context, n, static_cast<std::uint64_t>(values[n]));
    if (delta == 0) continue;
    deltas[count++] = encode::zigzag(static_cast<std::int64_t>(delta));
    mask |= 1U << n;
  }
  at = encode::put_varint(at, std::uint64_t{context.id} << 1U | 1U);
  at = encode::put_varint(at, mask);
  for (std::size_t i = 0; i < count; ++i) at = encode::put_varint(at, deltas[i]);
  return at;
}

void step_on(Context& context) noexcept {
  for (std::uint32_t rest = context.stepping & ~kRequestBit; rest != 0; rest &= rest - 1) {
    const auto n = static_cast<std::size_t>(__builtin_ctz(rest));
    context.expected[n] += context.step[n];
  }
}

}  // namespace mpitrace::record
