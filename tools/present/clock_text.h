// SPDX-License-Identifier: BSD-3-Clause
// A run's clocks in words, the same in every output: by what the ranks were put on one clock, how exact that is, and
// what was done about messages that it turned round.
#pragma once

#include <string>

#include "model/process.h"

namespace mpitrace::present {

std::string clock_text(const model::Run& run);

}  // namespace mpitrace::present
