// SPDX-License-Identifier: BSD-3-Clause
// One clock for all processes: those that share a counter (same boot, same kind of clock) read it with the same
// anchors, so that they differ by nothing; machines are put together by their wall clocks, which the run then says.
#pragma once

#include "model/process.h"

namespace mpitrace::merge {

// Sets clock_reference and clock_offset_ns of each process, and the run's base_realtime_ns and clock_domains.
void align_clocks(model::Run& run);

}  // namespace mpitrace::merge
