// SPDX-License-Identifier: BSD-3-Clause
// What a run is, how much of it was recorded, and how each rank ended: text for a terminal.
#pragma once

#include <string>
#include <vector>

#include "model/process.h"

namespace mpitrace::present {

// The last thing known of a rank's main thread, for ranks that did not end in order: "in MPI_Recv comm=world peer=1
// tag=0".
using LastCalls = std::vector<std::string>;  // [process]

std::string info_text(const model::Run& run, const LastCalls& last_calls);

}  // namespace mpitrace::present
