// SPDX-License-Identifier: BSD-3-Clause
// mpitrace info RUN: what it is, how much of it there is, how each rank ended.
#include <fmt/core.h>

#include <memory>

#include "cli/commands.h"
#include "cli/session.h"
#include "present/dump.h"
#include "present/info.h"

namespace mpitrace::cli {
namespace {

// "in MPI_Recv comm=world peer=1 tag=0", or what it did last.
std::string last_call(const Session& session, std::size_t process) {
  const model::Run& run = session.open.run;
  const auto source = session.open.last_records(process, 0);
  model::SiteNames no_names(1);
  present::Dump dump(run, session.communicators, no_names.front(), process, {});
  std::string last = "before its first call";
  while (const model::Record* record = source->next()) {
    if (record->type != model::RecordType::kCall && record->type != model::RecordType::kUnfinished) continue;
    const model::Process& owner = run.processes[process];
    const std::string& name = owner.functions[owner.sites[record->site].function].name;
    last = "after " + name;
    if (record->type != model::RecordType::kUnfinished) continue;
    last = "in " + name + dump.arguments(*record);
  }
  return last;
}

struct InfoArguments {
  std::vector<std::string> paths;
  bool is_strict = false;
};

int info(const InfoArguments& arguments, const Options& options) {
  auto session = open_session(arguments.paths, options);
  if (!session) return fail(options, session.error());
  const model::Run& run = session->open.run;
  present::LastCalls last_calls(run.processes.size());
  session->workers->for_each(run.processes.size(), [&](std::size_t process) {
    const auto& threads = run.processes[process].threads;
    if (!threads.empty() && !threads.front().ended) last_calls[process] = last_call(*session, process);
  });
  fmt::print("{}", present::info_text(run, last_calls));
  return arguments.is_strict && !run.is_whole() ? kFinding : kWell;
}

}  // namespace

void add_info(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("info", "say what a run is and how much of it there is");
  const auto arguments = std::make_shared<InfoArguments>();
  command->add_option("run", arguments->paths, "a run's folder, or its profile_*.out files")->required();
  command->add_flag("--strict", arguments->is_strict, "exit with 1 when anything is damaged, lost or incomplete");
  command->callback([arguments, &options, &exit_code] { exit_code = info(*arguments, options); });
}

}  // namespace mpitrace::cli
