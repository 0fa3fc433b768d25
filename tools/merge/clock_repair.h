// SPDX-License-Identifier: BSD-3-Clause
// The controlled logical clock, for what no correction of whole machines puts right: a receive that ends before its
// send begins is moved to just behind it, and what follows on its process with it, ever less: its time runs a hundredth
// slower until it has caught up (R. Rabenseifner, "The controlled logical clock", 1997; forward amortisation only).
// Restores order, not truth: what was moved is marked.
#pragma once

#include <cstdint>
#include <vector>

#include "model/clock_shift.h"

namespace mpitrace::merge {

struct TightMessage {
  std::uint32_t sender = 0;  // processes
  std::uint32_t receiver = 0;
  model::Time sent;      // start of the send
  model::Time received;  // end of the receive
};

struct Repaired {
  std::vector<model::ClockShift> shifts;  // by process
  std::uint64_t moved_receives = 0;
  model::Duration most_moved;
};

// `messages`: all that took less time than anything will be moved by; in any order.
Repaired repair_clocks(std::vector<TightMessage> messages, std::size_t processes);

}  // namespace mpitrace::merge
