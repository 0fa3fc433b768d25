// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a collective called with the arguments of arguments.h, by the formulas of docs/METRICS.md.
#pragma once

#include <cstdint>
#include <vector>

#include "fake_mpi/arguments.h"

namespace mpitrace::fake {

struct Bytes {
  std::int64_t sent;
  std::int64_t received;
};

Bytes collective_bytes(const Row& row);

// What goes to each rank, of collectives that have a count for each. Empty for all others.
std::vector<std::int64_t> bytes_to_peers(const Row& row);

}  // namespace mpitrace::fake
