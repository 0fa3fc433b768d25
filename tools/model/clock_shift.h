// SPDX-License-Identifier: BSD-3-Clause
// A correction of a clock: how much is added to its time, linear between knots, constant before the first and after the
// last. No knots: nothing is added.
#pragma once

#include <vector>

#include "model/time.h"

namespace mpitrace::model {

struct ClockKnot {
  Time at;
  Duration shift;
  friend bool operator==(const ClockKnot&, const ClockKnot&) = default;
};

using ClockShift = std::vector<ClockKnot>;  // by `at`

Duration shift_at(const ClockShift& knots, Time when);

}  // namespace mpitrace::model
