// SPDX-License-Identifier: BSD-3-Clause
#include "cli/session.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/progress.h"
#include "merge/clocks.h"
#include "merge/communicators.h"
#include "merge/order_clocks.h"
#include "merge/slices.h"
#include "present/clock_text.h"
#include "present/names.h"
#include "read/running.h"
#include "read/symbols.h"

namespace mpitrace::cli {
namespace {

constexpr std::size_t kDamageSaid = 5;

void say_what_is_missing(const model::Run& run, const Options& options) {
  for (std::size_t i = 0; i < std::min(run.damage.size(), kDamageSaid); ++i)
    note(options, present::damage_text(run.damage[i]));
  if (run.damage.size() > kDamageSaid)
    note(options, fmt::format("... and {} more damaged places", run.damage.size() - kDamageSaid));
  const model::Coverage coverage = run.coverage();
  if (coverage.dropped_calls + coverage.lost_chunks > 0)
    note(options,
         fmt::format(
             "{}: {} calls could not be recorded and {} chunks are missing (messages behind them have no arrows)",
             run.path, coverage.dropped_calls, coverage.lost_chunks));
  if (coverage.running > 0)
    note(options, fmt::format("{}: {} of {} ranks are still running (what they have done so far is used)", run.path,
                              coverage.running, run.processes.size()));
  if (coverage.ended_early > 0)
    note(options, fmt::format("{}: {} of {} ranks ended early (mpitrace info says in which call)", run.path,
                              coverage.ended_early, run.processes.size()));
  if (coverage.damaged > 0)
    note(options, fmt::format("{}: the records of {} of {} ranks are damaged (what can be read is used)", run.path,
                              coverage.damaged, run.processes.size()));
  if (run.missing > 0) {
    std::string ranks;
    for (const std::int32_t rank : run.missing_ranks) ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
    if (run.missing > run.missing_ranks.size()) ranks += ", ...";
    note(options, fmt::format("{}: {} of the world's ranks left no record here: {} (their messages have no arrows)",
                              run.path, run.missing, ranks));
  }
  if (run.clock_domains > 1) note(options, fmt::format("{}: {}", run.path, present::clock_text(run)));
  for (const model::OtherJob& other : run.other_jobs)
    note(options, fmt::format("{}: job {} also lies here ({} processes); --job {} chooses it", run.path, other.job,
                              other.processes, other.job));
}

// Reads the whole run, once or more, where it comes from several machines.
void put_in_order(Session& session, const Options& options) {
  read::OpenRun& open = session.open;
  if (open.run.clock_domains < 2) return;
  std::optional<Progress> progress;  // one for each reading
  merge::Rereading rereading;
  rereading.start_clocks = [&] { open.start_clocks(); };
  rereading.slices = [&] {
    const std::vector<model::Time> slices = slices_of(open);
    progress.emplace(options, "comparing clocks", slices.size() * open.run.processes.size());
    return slices;
  };
  rereading.make_source = sources_of(session);
  rereading.after_slice = [&] { progress->step(); };
  merge::order_clocks(open.run, session.communicators, rereading, *session.workers);
}

}  // namespace

// A slice holds so many bytes of every rank's records: enough to make a task worth its while, little enough to keep its
// lines in memory. What is sent in a slice is kept until it has been received, so that of many ranks each has less.
std::vector<model::Time> slices_of(const read::OpenRun& open) {
  constexpr std::uint64_t kMostOfARank = 16U << 10U;
  constexpr std::uint64_t kLeastOfARank = 1U << 10U;
  constexpr std::uint64_t kMostOfAll = 2U << 20U;
  std::vector<merge::Work> work;
  for (const auto& span : open.chunk_spans()) work.push_back({span.start, span.end, span.bytes});
  const std::uint64_t ranks = std::max<std::size_t>(open.run.processes.size(), 1);
  return merge::cut_slices(work, ranks * std::clamp(kMostOfAll / ranks, kLeastOfARank, kMostOfARank));
}

model::Result<Session> open_session(const std::vector<std::string>& paths, const Options& options) {
  Session session;
  read::RunChoice choice;
  choice.job = options.job;
  if (!options.ranks.empty()) {
    auto ranks = RankSet::parse(options.ranks);
    if (!ranks) return ranks.error();
    choice.has_rank = [set = *ranks](std::int32_t rank) { return set.has(rank); };
  }
  if (!options.time.empty()) {
    auto time = TimeRange::parse(options.time);
    if (!time) return time.error();
    session.time = *time;
  }
  session.workers = std::make_unique<model::Workers>(options.jobs);
  auto open = read::open_run(paths, choice, *session.workers);
  if (!open) return open.error();
  session.open = std::move(*open);
  read::find_running(session.open.run, read::this_machine());
  if (session.open.run.processes.empty())
    return model::Error{paths.front() + ": none of the ranks " + options.ranks + " is here"};
  merge::align_clocks(session.open.run);
  session.open.start_clocks();
  session.communicators = merge::unite_communicators(session.open.run);
  put_in_order(session, options);
  if (auto within = session.time.check_within(session.open.run.end); !within) return within.error();
  say_what_is_missing(session.open.run, options);
  return session;
}

merge::MakeSource sources_of(const Session& session) {
  return [&session](std::size_t process, std::size_t thread) { return session.open.source(process, thread); };
}

model::SiteNames name_sites(const Session& session, const Options& options) {
  read::NamedSites named = read::name_sites(session.open.run);
  for (const std::string& path : named.changed_modules)
    note(options, path + ": the binary has changed since the run (its call sites are given as module+offset)");
  return std::move(named.names);
}

std::string name_of_run(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path whole = fs::absolute(path).lexically_normal();
  std::string name = whole.filename().empty() ? whole.parent_path().filename().string() : whole.filename().string();
  if (name.ends_with(".out")) name.resize(name.size() - 4);
  return name;
}

void note(const Options& options, const std::string& text) {
  if (!options.quiet) fmt::print(stderr, "mpitrace: {}\n", text);
}

int fail(const Options& options, const model::Error& error) {
  const bool has_color = options.color == "always" || (options.color == "auto" && ::isatty(STDERR_FILENO) == 1 &&
                                                       std::getenv("NO_COLOR") == nullptr);
  fmt::print(stderr, "{}mpitrace:{} {}\n", has_color ? "\x1b[1;31m" : "", has_color ? "\x1b[0m" : "", error.text);
  return kUnusable;
}

void print_name(const std::string& path) {
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) fmt::print("{}\n", path);
}

}  // namespace mpitrace::cli
