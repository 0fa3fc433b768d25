// SPDX-License-Identifier: BSD-3-Clause
// One clock for all processes: those that share a counter (same boot, same kind of clock) read it with the same
// anchors, so that they differ by nothing; counters of different machines are joined by the samples that compare them,
// along the fewest steps from the first process's; what no sample joins, by the wall clocks, which the run then says.
#pragma once

#include <cstdint>
#include <vector>

#include "model/process.h"

namespace mpitrace::merge {

// Sets clock_reference, clock_shift and clock_quality of each process, and the run's base_realtime_ns and
// clock_domains.
void align_clocks(model::Run& run);

// Each process's counter, 0, 1, ..., by the order of their first processes. After align_clocks().
std::vector<std::uint32_t> clock_domains(const model::Run& run);

}  // namespace mpitrace::merge
