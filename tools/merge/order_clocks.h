// SPDX-License-Identifier: BSD-3-Clause
// Puts the messages between machines in order: looks at all of them once, keeps each machine's clock within what they
// allow, looks again, and moves what is still received before it was sent. Sets clock_bounds and clock_repair of the
// processes, and the run's ClockRepair. Does nothing where all processes read one counter.
#pragma once

#include <functional>
#include <vector>

#include "merge/merger.h"
#include "model/communicator.h"
#include "model/process.h"
#include "model/workers.h"

namespace mpitrace::merge {

// How a run is read once more after its clocks have changed.
struct Rereading {
  std::function<void()> start_clocks;
  std::function<std::vector<model::Time>()> slices;
  MakeSource make_source;
  std::function<void()> after_slice;  // may be empty
};

void order_clocks(model::Run& run, const model::Communicators& communicators, const Rereading& rereading,
                  model::Workers& workers);

}  // namespace mpitrace::merge
