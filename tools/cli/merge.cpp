// SPDX-License-Identifier: BSD-3-Clause
// mpitrace merge RUN [-o NAME]: all ranks' records in one timeline.
#include <fmt/core.h>

#include <deque>
#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/counted_sink.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "merge/merger.h"
#include "present/chrome_file.h"
#include "present/chrome_rank.h"
#include "present/names.h"
#include "present/output.h"
#include "read/symbols.h"

namespace mpitrace::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string format = "chrome";
};

std::string default_output(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path whole = fs::absolute(path).lexically_normal();
  std::string name = whole.filename().empty() ? whole.parent_path().filename().string() : whole.filename().string();
  if (name.ends_with(".out")) name.resize(name.size() - 4);
  return name + ".trace.json.gz";
}

struct Written {
  std::uint64_t calls = 0;
  std::uint64_t messages = 0;  // both ends known
};

// The lines of all ranks, as they become ready, into one file.
class ChromeMerge {
 public:
  ChromeMerge(Session& session, model::SiteNames names, present::Output& output)
      : session_(session), output_(output), names_(std::move(names)) {
    const present::ChromeOptions options{session.time.from, session.time.to};
    const auto ids = present::track_ids(run());
    for (std::size_t i = 0; i < run().processes.size(); ++i) {
      ranks_.push_back(
          std::make_unique<present::ChromeRank>(run(), session.communicators, names_[i], i, ids[i], options));
      ranks_.back()->describe();
    }
  }

  model::MessageCounts write(const Options& options) {
    present::Text text;
    present::chrome_begin(run(), MPITRACE_VERSION, text);
    output_.put(0, text);
    const std::vector<model::MergedSink*> sinks = make_sinks();
    const auto make_source = [this](std::size_t process, std::size_t thread) {
      return session_.open.source(process, thread);
    };
    merge::Merger merger(run(), session_.communicators, make_source, sinks);
    const std::vector<model::Time> slices = slices_of(session_.open);
    Progress progress(options, "merging", slices.size() * ranks_.size());
    const model::MessageCounts counts =
        merger.merge(slices, *session_.workers, [&](std::size_t slice, std::size_t rank) {
          put(slice, rank, slice + 1 == slices.size());
          progress.step();
        });
    std::uint64_t unfinished = 0;
    for (const auto& rank : ranks_) unfinished += rank->unfinished();
    collectives_ = merger.collectives();
    present::chrome_end(present::track_ids(run()).front(), counts, collectives_, unfinished, text);
    output_.put(1 + slices.size() * ranks_.size(), text);
    return counts;
  }

  // Valid after write().
  void say_mismatches(const Options& options) const {
    for (const model::CollectiveMismatch& mismatch : collectives_.mismatches)
      note(options, present::mismatch_text(run(), session_.communicators, names_, mismatch));
    if (collectives_.mismatched > collectives_.mismatches.size())
      note(options, fmt::format("... and {} more", collectives_.mismatched - collectives_.mismatches.size()));
  }

  // What of the run lies in the time asked for.
  Written within_time(const model::MessageCounts& counts) const {
    if (counted_.empty()) return {run().coverage().calls, counts.matched};
    Written sum;
    for (const CountedSink& sink : counted_) {
      sum.calls += sink.calls();
      sum.messages += sink.messages();
    }
    return sum;
  }

 private:
  const model::Run& run() const { return session_.open.run; }
  // Counting costs a step more for each record, so it is left out where the whole run is written.
  std::vector<model::MergedSink*> make_sinks() {
    std::vector<model::MergedSink*> all;
    for (const auto& rank : ranks_) {
      all.push_back(session_.time.is_whole() ? static_cast<model::MergedSink*>(rank.get())
                                             : &counted_.emplace_back(*rank, session_.time));
    }
    return all;
  }
  void put(std::size_t slice, std::size_t rank, bool is_last) {
    if (is_last) ranks_[rank]->finish();
    output_.put(1 + slice * ranks_.size() + rank, ranks_[rank]->lines());
  }

  Session& session_;
  present::Output& output_;
  model::SiteNames names_;
  model::CollectiveCounts collectives_;
  std::vector<std::unique_ptr<present::ChromeRank>> ranks_;
  std::deque<CountedSink> counted_;  // where they are, the merger's sinks
};

// The lines that say what was written. Whether a message has its other end can be said of the whole run only.
void say_what_was_written(const Session& session, const std::string& name, const model::MessageCounts& counts,
                          const Written& written, const Options& options) {
  const bool is_whole = session.time.is_whole();
  note(options, fmt::format("{}: {} calls of {} ranks, {} messages matched{}", name, written.calls,
                            session.open.run.processes.size(), written.messages,
                            is_whole ? "" : fmt::format(", in {}", options.time)));
  if (counts.unmatched_sends + counts.unmatched_receives == 0) return;
  note(options, fmt::format("{}{} sends and {} receives have no counterpart in the record{}",
                            is_whole ? "" : "in the whole run, ", counts.unmatched_sends, counts.unmatched_receives,
                            counts.after_loss > 0 ? " (records are missing)" : ""));
}

int merge(const MergeArguments& arguments, const Options& options) {
  auto session = open_session(arguments.paths, options);
  if (!session) {
    complain(options, session.error());
    return kUnusable;
  }
  const std::string name = arguments.output.empty() ? default_output(arguments.paths.front()) : arguments.output;
  auto output = present::Output::create(name);
  if (!output) {
    complain(options, output.error());
    return kUnusable;
  }
  read::NamedSites named = read::name_sites(session->open.run);
  for (const std::string& path : named.changed_modules)
    note(options, path + ": the binary has changed since the run (its call sites are given as module+offset)");
  ChromeMerge chrome(*session, std::move(named.names), *output);
  const model::MessageCounts counts = chrome.write(options);
  const auto written = output->close();
  if (!written) {
    complain(options, written.error());
    return kUnusable;
  }
  say_what_was_written(*session, name, counts, chrome.within_time(counts), options);
  chrome.say_mismatches(options);
  if (name != "-") fmt::print("{}\n", name);
  return kWell;
}

}  // namespace

void add_merge(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("merge", "put all ranks' records into one timeline");
  const auto arguments = std::make_shared<MergeArguments>();
  command->add_option("run", arguments->paths, "a run's folder, or its profile_*.out files")->required();
  command->add_option("-o,--output", arguments->output, "name of the result (.gz packs it; - is stdout)");
  command->add_option("--format", arguments->format, "chrome")->check(CLI::IsMember({"chrome"}));
  command->callback([arguments, &options, &exit_code] { exit_code = merge(*arguments, options); });
}

}  // namespace mpitrace::cli
