// SPDX-License-Identifier: BSD-3-Clause
// A run and what this machine knows of its processes -> which of them have not ended yet. Only a process whose file was
// left open, and that this machine runs, is said to; when in doubt it is not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/process.h"

namespace mpitrace::read {

// A process that is alive.
struct Alive {
  std::string executable;  // path; empty where the system does not tell us
  std::uint64_t started_realtime_ns = 0;
};

struct Machine {
  std::string host;
  std::string boot_id;
  std::function<std::optional<Alive>(std::uint32_t pid)> find;
};

Machine this_machine();

// Sets is_running.
void find_running(model::Run& run, const Machine& machine);

}  // namespace mpitrace::read
