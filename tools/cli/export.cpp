// SPDX-License-Identifier: BSD-3-Clause
// mpitrace export RUN --format parquet: the run as tables, for SQL and data frames.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "merge/merger.h"
#include "present/export_writer.h"
#include "read/symbols.h"

namespace mpitrace::cli {
namespace {

using present::TableId;

struct ExportArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string format = "parquet";
};

// The run's name with the format behind it: never the run's own folder.
std::string output_name(const ExportArguments& arguments) {
  namespace fs = std::filesystem;
  const std::string ending = "." + arguments.format;
  if (!arguments.output.empty()) {
    const bool is_named = arguments.format != "sqlite" || arguments.output.ends_with(ending);
    return is_named ? arguments.output : arguments.output + ending;
  }
  const fs::path whole = fs::absolute(arguments.paths.front()).lexically_normal();
  std::string name = whole.filename().empty() ? whole.parent_path().filename().string() : whole.filename().string();
  if (name.ends_with(".out")) name.resize(name.size() - 4);
  return name + ending;
}

model::Result<std::unique_ptr<present::ExportFile>> create(const std::string& format, const std::string& name,
                                                           std::size_t jobs) {
  if (format == "csv") return present::create_csv(name);
  if (format == "sqlite") return present::create_sqlite(name);
  return present::create_parquet(name, MPITRACE_VERSION, jobs);
}

class TableExport {
 public:
  TableExport(Session& session, const model::SiteNames& names, const Options& options, present::ExportFile& file)
      : session_(session),
        options_(options),
        shared_(session.open.run, session.communicators, names,
                {session.time.from, session.time.to, options.ranks, MPITRACE_VERSION}),
        writer_(file, shared_.options()) {
    for (std::size_t i = 0; i < session.open.run.processes.size(); ++i)
      ranks_.push_back(std::make_unique<present::ExportRank>(shared_, i));
  }

  model::MessageCounts write() {
    put_what_is_known();
    std::vector<model::MergedSink*> sinks;
    for (const auto& rank : ranks_) sinks.push_back(rank.get());
    const auto make_source = [this](std::size_t process, std::size_t thread) {
      return session_.open.source(process, thread);
    };
    merge::Merger merger(session_.open.run, session_.communicators, make_source, sinks);
    const std::vector<model::Time> slices = slices_of(session_.open);
    Progress progress(options_, "exporting", slices.size() * ranks_.size());
    const model::MessageCounts counts =
        merger.merge(slices, *session_.workers, [&](std::size_t slice, std::size_t rank) {
          writer_.put(1 + slice * ranks_.size() + rank, ranks_[rank]->block());
          progress.step();
        });
    std::uint64_t next = 1 + slices.size() * ranks_.size();
    for (const auto& rank : ranks_) {  // what was found to be open at the very end
      rank->finish();
      writer_.put(next++, rank->block());
    }
    present::ExportBlock last;
    shared_.add_quality(counts, merger.collectives(), writer_.finish(), last.of(TableId::kQuality));
    writer_.put(next, last);
    return counts;
  }

 private:
  void put_what_is_known() {
    present::ExportBlock first;
    shared_.add_run(first.of(TableId::kRun));
    shared_.add_ranks(first.of(TableId::kRank));
    shared_.add_sites(first.of(TableId::kSite));
    shared_.add_communicators(first.of(TableId::kCommunicator));
    writer_.put(0, first);
  }

  Session& session_;
  const Options& options_;
  present::ExportRun shared_;
  present::ExportWriter writer_;
  std::vector<std::unique_ptr<present::ExportRank>> ranks_;
};

int export_tables(const ExportArguments& arguments, const Options& options) {
  auto session = open_session(arguments.paths, options);
  if (!session) {
    complain(options, session.error());
    return kUnusable;
  }
  const std::string name = output_name(arguments);
  auto file = create(arguments.format, name, session->workers->count());
  if (!file) {
    complain(options, file.error());
    return kUnusable;
  }
  const read::NamedSites named = read::name_sites(session->open.run);
  for (const std::string& path : named.changed_modules)
    note(options, path + ": the binary has changed since the run (its call sites are given as module+offset)");
  TableExport tables(*session, named.names, options, **file);
  const model::MessageCounts counts = tables.write();
  if (const auto written = (*file)->close(); !written) {
    complain(options, written.error());
    return kUnusable;
  }
  note(options, fmt::format("{}: {} calls of {} ranks, {} messages matched{}", name, session->open.run.coverage().calls,
                            session->open.run.processes.size(), counts.matched,
                            session->time.is_whole() ? "" : "; of these, what lies in " + options.time));
  fmt::print("{}\n", name);
  return kWell;
}

}  // namespace

void add_export(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("export", "write the run as tables for SQL and data frames");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("run", arguments->paths, "a run's folder, or its profile_*.out files")->required();
  command->add_option("-o,--output", arguments->output, "folder for the tables; for sqlite the database");
  command->add_option("--format", arguments->format, "parquet, csv or sqlite")
      ->check(CLI::IsMember({"parquet", "csv", "sqlite"}));
  command->callback([arguments, &options, &exit_code] { exit_code = export_tables(*arguments, options); });
}

}  // namespace mpitrace::cli
