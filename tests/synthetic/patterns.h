// SPDX-License-Identifier: BSD-3-Clause
// Runs of known truth: every rank exchanges halos, receives by wildcard, reduces, polls and talks in a sub-communicator, in turn, on one
// simulated clock. Says how many calls and messages there must be.
#pragma once

#include <cstdint>
#include <string>

namespace mpitrace::synthetic {

struct Truth {
  std::uint64_t calls = 0;  // folded polls included
  std::uint64_t messages = 0;
};

// Writes profile_<rank>.out of every rank into `folder`, about `calls` calls each.
Truth write_pattern_run(const std::string& folder, std::uint32_t ranks, std::uint64_t calls);

}  // namespace mpitrace::synthetic
