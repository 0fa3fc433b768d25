// SPDX-License-Identifier: BSD-3-Clause
// Runs of known truth: every rank exchanges halos, receives by wildcard, reduces, polls and talks in a
// sub-communicator, in turn, on one simulated clock. Says how many calls and messages there must be.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace mpitrace::synthetic {

struct Truth {
  std::uint64_t calls = 0;    // folded polls included
  std::uint64_t records = 0;  // folded polls of a moment are one
  std::uint64_t messages = 0;
};

// Gives each rank's file, of about `calls` calls, to `take`.
Truth make_pattern_run(std::uint32_t ranks, std::uint64_t calls,
                       const std::function<void(std::uint32_t rank, const std::string& log)>& take);
// The same as profile_<rank>.out into `folder`.
Truth write_pattern_run(const std::string& folder, std::uint32_t ranks, std::uint64_t calls);

}  // namespace mpitrace::synthetic
