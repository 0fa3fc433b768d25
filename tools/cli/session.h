// SPDX-License-Identifier: BSD-3-Clause
// What the subcommands that read a run do first: find it, open it, put it on one clock, and say on stderr what is not
// whole about it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/time_range.h"
#include "merge/merger.h"
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

// For the merger; the session must outlive it.
merge::MakeSource sources_of(const Session& session);
// What call sites are called; says which binaries have changed since the run.
model::SiteNames name_sites(const Session& session, const Options& options);
// What a result of the run is called, but for its suffix: the last part of the path, without .out.
std::string name_of_run(const std::string& path);

// "mpitrace: ..." on stderr; errors in red where colours are wanted. Gives kUnusable.
int fail(const Options& options, const model::Error& error);
void note(const Options& options, const std::string& text);
// The name of a file that is whole, on stdout, if there is one: the file is good whether or not somebody wants to know.
void print_name(const std::string& path);

}  // namespace mpitrace::cli
