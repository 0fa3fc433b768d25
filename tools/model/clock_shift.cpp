// SPDX-License-Identifier: BSD-3-Clause
#include "model/clock_shift.h"

#include <algorithm>

namespace mpitrace::model {

Duration shift_at(const ClockShift& knots, Time when) {
  if (knots.empty()) return {};
  const auto after = std::upper_bound(knots.begin(), knots.end(), when,
                                      [](Time wanted, const ClockKnot& knot) { return wanted < knot.at; });
  if (after == knots.begin()) return knots.front().shift;
  const ClockKnot& from = *(after - 1);
  if (after == knots.end()) return from.shift;
  __extension__ using Wide = __int128;
  const Wide length = static_cast<Wide>(after->at.ns) - from.at.ns;
  const Wide rise = static_cast<Wide>(after->shift.ns) - from.shift.ns;
  const Wide passed = static_cast<Wide>(when.ns) - from.at.ns;
  // In two parts: forged times can make `rise * passed` longer than 128 bits.
  const Wide part = rise / length * passed + rise % length * passed / length;
  return {wrapping_add(from.shift.ns, static_cast<std::int64_t>(part))};
}

}  // namespace mpitrace::model
