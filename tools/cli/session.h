// SPDX-License-Identifier: BSD-3-Clause
// What the subcommands that read a run do first: find it, open it, put it on one clock, and say on stderr what is not
// whole about it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/time_range.h"
#include "model/communicator.h"
#include "model/workers.h"
#include "read/run.h"

namespace mpitrace::cli {

enum Exit : int { kWell = 0, kFinding = 1, kUnusable = 2 };

struct Session {
  std::unique_ptr<model::Workers> workers;
  read::OpenRun open;
  model::Communicators communicators;
  TimeRange time;
};

// The run's time, cut into pieces for those who read all ranks side by side.
std::vector<model::Time> slices_of(const read::OpenRun& open);

model::Result<Session> open_session(const std::vector<std::string>& paths, const Options& options);

// "mpitrace: ..." on stderr; errors in red where colours are wanted.
void complain(const Options& options, const model::Error& error);
void note(const Options& options, const std::string& text);

}  // namespace mpitrace::cli
