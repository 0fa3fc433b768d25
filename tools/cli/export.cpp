// SPDX-License-Identifier: BSD-3-Clause
// mpitrace export RUN --format parquet: the run as tables, for SQL and data frames.
#include <fmt/core.h>

#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "merge/merger.h"
#include "present/export_writer.h"

namespace mpitrace::cli {
namespace {

using present::TableId;

struct ExportArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string format = "parquet";
};

// With the format behind it: never the run's own folder.
std::string output_name(const ExportArguments& arguments, const std::string& run) {
  const std::string ending = "." + arguments.format;
  if (arguments.output.empty()) return name_of_run(run) + ending;
  const bool is_named = arguments.format != "sqlite" || arguments.output.ends_with(ending);
  return is_named ? arguments.output : arguments.output + ending;
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
    merge::Merger merger(session_.open.run, session_.communicators, sources_of(session_), sinks);
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
  if (!session) return fail(options, session.error());
  const std::string name = output_name(arguments, session->open.run.path);
  auto file = create(arguments.format, name, session->workers->count());
  if (!file) return fail(options, file.error());
  const model::SiteNames sites = name_sites(*session, options);
  TableExport tables(*session, sites, options, **file);
  const model::MessageCounts counts = tables.write();
  if (const auto written = (*file)->close(); !written) return fail(options, written.error());
  note(options, fmt::format("{}: {} calls of {} ranks, {} messages matched{}", name, session->open.run.coverage().calls,
                            session->open.run.processes.size(), counts.matched,
                            session->time.is_whole() ? "" : "; of these, what lies in " + options.time));
  print_name(name);
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
