// SPDX-License-Identifier: BSD-3-Clause
// mpitrace merge RUN [-o NAME] [--format chrome,perfetto]: all ranks' records in one timeline.
#include <fmt/core.h>

#include <memory>

#include "cli/commands.h"
#include "cli/session.h"
#include "cli/timeline_merge.h"
#include "cli/timeline_names.h"
#include "present/names.h"
#include "present/request_lanes.h"

namespace mpitrace::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string formats;
};

// The lines that say what was written. Whether a message has its other end can be said of the whole run only.
void say_what_was_written(const Session& session, const std::vector<TimelineName>& names,
                          const model::MessageCounts& counts, const Written& written, const Options& options) {
  const bool is_whole = session.time.is_whole();
  std::string files;
  for (const TimelineName& name : names) files += (files.empty() ? "" : ", ") + name.path;
  note(options, fmt::format("{}: {} calls of {} ranks, {} messages matched{}", files, written.calls,
                            session.open.run.processes.size(), written.messages,
                            is_whole ? "" : fmt::format(", in {}", options.time)));
  if (written.hidden_requests > 0)
    note(options, fmt::format("{} requests are not shown as slices: more than {} of a rank were in flight",
                              written.hidden_requests, present::RequestLanes::kMost));
  const char* where = is_whole ? "" : "in the whole run, ";
  if (counts.unmatched_sends + counts.unmatched_receives > 0)
    note(options,
         fmt::format("{}{} sends and {} receives have no counterpart in the record{}", where, counts.unmatched_sends,
                     counts.unmatched_receives, counts.after_loss > 0 ? " (records are missing)" : ""));
  if (counts.to_unknown + counts.from_unknown > 0)
    note(options, fmt::format("{}{} sends to and {} receives from ranks that are not known have no arrows (their "
                              "record is not here, or does not say who is who in the communicator)",
                              where, counts.to_unknown, counts.from_unknown));
  if (counts.undecided > 0)
    note(options, fmt::format("{}{} receives have no arrows, since one with MPI_ANY_SOURCE or MPI_ANY_TAG before them "
                              "never said what it got",
                              where, counts.undecided));
  if (counts.backward > 0)
    note(options, fmt::format("{}{} messages were received before they were sent, by the clocks of their ranks", where,
                              counts.backward));
}

void say_mismatches(const Session& session, const model::SiteNames& sites, const model::CollectiveCounts& collectives,
                    const Options& options) {
  for (const model::CollectiveMismatch& mismatch : collectives.mismatches)
    note(options, present::mismatch_text(session.open.run, session.communicators, sites, mismatch));
  if (collectives.mismatched > collectives.mismatches.size())
    note(options, fmt::format("... and {} more", collectives.mismatched - collectives.mismatches.size()));
}

int merge(const MergeArguments& arguments, const Options& options) {
  // What cannot be asked for is said before anything is read.
  auto names = timeline_names(arguments.formats, arguments.output, arguments.paths.front());
  if (!names) return fail(options, names.error());
  auto session = open_session(arguments.paths, options);
  if (!session) return fail(options, session.error());
  names = timeline_names(arguments.formats, arguments.output, session->open.run.path);
  if (!names) return fail(options, names.error());
  const model::SiteNames sites = name_sites(*session, options);
  TimelineMerge timelines(*session, sites);
  for (const TimelineName& name : *names) {
    if (auto added = timelines.add(name); !added) return fail(options, added.error());
  }
  const auto counts = timelines.write(options);
  if (!counts) return fail(options, counts.error());
  say_what_was_written(*session, *names, *counts, timelines.written(*counts), options);
  say_mismatches(*session, sites, timelines.collectives(), options);
  for (const TimelineName& name : *names) {
    if (name.path != "-") print_name(name.path);
  }
  return kWell;
}

}  // namespace

void add_merge(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("merge", "put all ranks' records into one timeline");
  const auto arguments = std::make_shared<MergeArguments>();
  command->add_option("run", arguments->paths, "a run's folder, or its profile_*.out files")->required();
  command->add_option("-o,--output", arguments->output, "name of the result (.gz packs it; - is stdout)");
  command->add_option("--format", arguments->formats,
                      "chrome, perfetto, or chrome,perfetto (default: by the name's suffix)");
  command->callback([arguments, &options, &exit_code] { exit_code = merge(*arguments, options); });
}

}  // namespace mpitrace::cli
