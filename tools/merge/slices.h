// SPDX-License-Identifier: BSD-3-Clause
// Cuts a run's time into slices of about equal work, so that ranks can go through it side by side in bounded memory.
#pragma once

#include <cstdint>
#include <vector>

#include "model/time.h"

namespace mpitrace::merge {

// Some work that is spread evenly over a stretch of time, such as the records of a chunk.
struct Work {
  model::Time start;
  model::Time end;
  std::uint64_t bytes = 0;
};

// The ends of the slices, the last one kLatest. Each holds about `bytes_per_slice`.
std::vector<model::Time> cut_slices(const std::vector<Work>& work, std::uint64_t bytes_per_slice);

}  // namespace mpitrace::merge
