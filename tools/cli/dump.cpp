// SPDX-License-Identifier: BSD-3-Clause
// mpitrace dump RUN: every record in a line.
#include <memory>

#include "cli/commands.h"
#include "cli/session.h"
#include "present/dump.h"
#include "present/output.h"
#include "read/symbols.h"

namespace mpitrace::cli {
namespace {

constexpr std::size_t kBlockBytes = 1U << 20U;

struct DumpArguments {
  std::vector<std::string> paths;
  present::DumpOptions options;
  bool has_definitions = false;
};

// Puts the text of all processes out, a block at a time.
class Dumper {
 public:
  Dumper(Session& session, const DumpArguments& arguments, present::Output& output)
      : session_(session), arguments_(arguments), output_(output) {}

  void dump(std::size_t process, const model::SiteNames& names) {
    present::Dump text(session_.open.run, session_.communicators, names[process], process, arguments_.options);
    if (arguments_.has_definitions) text.definitions();
    const std::size_t threads = session_.open.run.processes[process].threads.size();
    for (std::uint32_t thread = 0; thread < threads && !output_.has_failed(); ++thread) {
      const auto source = session_.open.source(process, thread);
      while (const model::Record* record = source->next()) {
        text.record(thread, *record);
        if (text.lines().size() >= kBlockBytes) put(text.lines());
      }
    }
    put(text.lines());
  }

 private:
  void put(present::Text& lines) { output_.put(blocks_++, lines); }

  Session& session_;
  const DumpArguments& arguments_;
  present::Output& output_;
  std::uint64_t blocks_ = 0;
};

int dump(DumpArguments& arguments, const Options& options) {
  auto session = open_session(arguments.paths, options);
  auto output = present::Output::create("-");
  if (!session || !output) return fail(options, session ? output.error() : session.error());
  arguments.options.from = session->time.from;
  arguments.options.to = session->time.to;
  const bool needs_names = arguments.has_definitions || arguments.options.has_sites;
  const read::NamedSites named = needs_names
                                     ? read::name_sites(session->open.run)
                                     : read::NamedSites{model::SiteNames(session->open.run.processes.size()), {}};
  Dumper dumper(*session, arguments, *output);
  for (std::size_t process = 0; process < session->open.run.processes.size(); ++process)
    dumper.dump(process, named.names);
  const auto written = output->close();
  return written ? kWell : fail(options, written.error());
}

}  // namespace

void add_dump(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("dump", "print every call in a line");
  const auto arguments = std::make_shared<DumpArguments>();
  command->add_option("run", arguments->paths, "a run's folder, or its profile_*.out files")->required();
  command->add_flag("--times", arguments->options.has_times, "add start and duration in ns");
  command->add_flag("--sites", arguments->options.has_sites, "add the call sites");
  command->add_flag("--definitions", arguments->has_definitions,
                    "also print modules, call sites, communicators and clocks");
  command->callback([arguments, &options, &exit_code] { exit_code = dump(*arguments, options); });
}

}  // namespace mpitrace::cli
