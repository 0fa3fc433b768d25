// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_run.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "present/clock_text.h"
#include "present/names.h"

namespace mpitrace::present {
namespace {

Cell cell_of(std::uint64_t number) {
  return static_cast<Cell>(number);
}

std::string_view clock_source(model::ClockSource source) {
  switch (source) {
    case model::ClockSource::kOneCounter:
      return "one counter";
    case model::ClockSource::kCompared:
      return "compared at start and end";
    case model::ClockSource::kComparedOnce:
      return "compared once";
    case model::ClockSource::kWallClock:
      break;
  }
  return "wall clock";
}

}  // namespace

ExportRun::ExportRun(const model::Run& run, const model::Communicators& communicators, const model::SiteNames& names,
                     ExportOptions options)
    : run_(run), communicators_(communicators), options_(std::move(options)) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::uint64_t>, Cell> known;
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    const model::Process& process = run.processes[i];
    first_thread_.push_back(threads_);
    threads_ += process.threads.size();
    std::vector<SiteCells>& sites = sites_.emplace_back();
    for (std::size_t j = 0; j < process.sites.size(); ++j) {
      const model::Site& site = process.sites[j];
      const model::Function& function = process.functions[site.function];
      const model::SiteName& name = names[i][j];
      const bool has_module = site.module != model::kNoModule;
      const std::string module = has_module ? process.modules[site.module].path : std::string();
      const auto [found, is_new] =
          known.try_emplace({function.name, name.place, name.function, module, site.offset}, cell_of(known.size() + 1));
      SiteCells cells{found->second, texts_.cell(function.name), has_root(function.name),
                      model::is_collective_on_parent(function.name)};
      sites.push_back(cells);
      if (!is_new) continue;
      SiteRow row;
      row.site_id = cells.site_id;
      row.function = cells.function;
      row.category = texts_.cell(category(function));
      row.place = texts_.cell_or_null(name.place);
      row.caller = texts_.cell_or_null(name.function);
      row.module = texts_.cell_or_null(module);
      if (has_module) row.module_offset = cell_of(site.offset);
      site_rows_.push_back(row);
    }
  }
}

Cell ExportRun::rank(std::int32_t process) const {
  const std::int32_t rank = process < 0 ? -1 : run_.processes[static_cast<std::size_t>(process)].rank.value;
  return rank < 0 ? kNull : rank;
}

void ExportRun::add_ranks(Rows& rows) {
  for (std::size_t i = 0; i < run_.processes.size(); ++i) rows.add(rank_row(i));
}

RankRow ExportRun::rank_row(std::size_t index) {
  const model::Process& process = run_.processes[index];
  RankRow row;
  row.process = cell_of(index);
  row.rank = rank(static_cast<std::int32_t>(index));
  row.world = process.world;
  row.host = texts_.cell_or_null(process.host);
  if (process.has_header) row.pid = process.pid;
  row.executable = texts_.cell_or_null(process.executable);
  row.mpi_library = texts_.cell_or_null(process.mpi_library);
  row.threads = cell_of(process.threads.size());
  row.file_bytes = cell_of(process.file_bytes);
  row.ending = texts_.cell(how_it_ended(process));
  row.is_closed = process.is_closed ? 1 : 0;
  row.is_damaged = process.is_damaged ? 1 : 0;
  row.call_count = row.dropped_calls = row.lost_chunks = row.nested_calls = row.abandoned_calls = 0;
  for (const model::Thread& thread : process.threads) {
    row.call_count = model::wrapping_add(row.call_count, cell_of(thread.calls));
    row.dropped_calls = model::wrapping_add(row.dropped_calls, cell_of(thread.loss.dropped_calls));
    row.lost_chunks =
        model::wrapping_add(row.lost_chunks, cell_of(std::max(thread.loss.lost_chunks, thread.missing_chunks)));
    row.nested_calls = model::wrapping_add(row.nested_calls, cell_of(thread.loss.nested_calls));
    row.abandoned_calls = model::wrapping_add(row.abandoned_calls, cell_of(thread.loss.abandoned_calls));
    row.start_ns = row.start_ns == kNull ? thread.start.ns : std::min(row.start_ns, thread.start.ns);
    row.end_ns = std::max(row.end_ns, thread.end.ns);
  }
  const model::ClockQuality& clock = process.clock_quality;
  row.clock_source = texts_.cell(clock_source(clock.source));
  if (clock.source == model::ClockSource::kWallClock) return row;
  row.clock_error_start_ns = clock.error_at_start.ns;
  if (clock.source != model::ClockSource::kComparedOnce) row.clock_error_end_ns = clock.error_at_end.ns;
  return row;
}

void ExportRun::add_sites(Rows& rows) {
  for (const SiteRow& row : site_rows_) rows.add(row);
}

void ExportRun::add_communicators(Rows& rows) {
  for (std::size_t i = 0; i < communicators_.all.size(); ++i) {
    const model::Communicator& communicator = communicators_.all[i];
    CommunicatorRow row;
    row.comm_id = cell_of(i);
    row.name = texts_.cell(communicator.name);
    row.size = cell_of(communicator.size);
    row.members = cell_of(communicator.members.size() + communicator.other_members.size());
    row.is_inter = communicator.is_inter ? 1 : 0;
    rows.add(row);
  }
}

void ExportRun::add_run(Rows& rows) {
  RunRow row;
  row.path = texts_.cell(run_.path);
  row.job = texts_.cell_or_null(run_.job);
  if (!run_.processes.empty()) row.recorder_version = texts_.cell_or_null(run_.processes.front().recorder_version);
  row.tool_version = texts_.cell(options_.tool_version);
  row.start_unix_ns = cell_of(run_.base_realtime_ns);
  row.end_ns = run_.end.ns;
  row.ranks = cell_of(run_.processes.size());
  row.chosen_ranks = texts_.cell_or_null(options_.ranks);
  if (options_.from != model::kEarliest) row.chosen_from_ns = options_.from.ns;
  if (options_.to != model::kLatest) row.chosen_to_ns = options_.to.ns;
  row.clock = texts_.cell(clock_text(run_));
  row.is_whole = run_.is_whole() ? 1 : 0;
  rows.add(row);
}

void ExportRun::add_quality(const model::MessageCounts& messages, const model::CollectiveCounts& collectives,
                            std::uint64_t split_collectives, Rows& rows) {
  const auto add = [&](std::string_view figure, std::uint64_t value, std::string_view note = {}) {
    rows.add(QualityRow{texts_.cell(figure), cell_of(value), texts_.cell_or_null(note)});
  };
  const model::Coverage coverage = run_.coverage();
  add("dropped_calls", coverage.dropped_calls, "recorded, then lost: they are in no table");
  add("lost_chunks", coverage.lost_chunks, "the pieces they were in");
  add("nested_calls", coverage.nested_calls, "MPI called inside an MPI call: part of that call's time");
  add("abandoned_calls", coverage.abandoned_calls, "left by longjmp or an exception");
  add("ended_early", coverage.ended_early, "ranks whose process died");
  add("damaged_ranks", coverage.damaged);
  add("missing_ranks", run_.missing, "ranks of the world for which there is no file");
  add("unmatched_sends", messages.unmatched_sends, "in the whole run; rows of messages without a receiver's times");
  add("unmatched_receives", messages.unmatched_receives, "in the whole run; rows without a sender's times");
  add("unmatched_after_loss", messages.after_loss, "of these two: where records are missing");
  add("sends_to_unknown", messages.to_unknown, "to ranks whose record was not read");
  add("receives_from_unknown", messages.from_unknown);
  add("undecided_receives", messages.undecided, "behind a wildcard receive that never said what it got");
  add("backward_messages", messages.backward, "received before they were sent, by the clocks");
  add("incomplete_collectives", collectives.incomplete, "a member whose record was read never came to it");
  add("mismatched_collectives", collectives.mismatched, "members called different functions, or named other roots");
  add("split_collectives", split_collectives, "rows of collectives written before all members had come");
  add("clock_domains", run_.clock_domains, clock_text(run_));
  add("clock_moved_receives", run_.clock_repair.moved_receives);
  for (const model::Damage& damage : run_.damage) add("damaged_bytes", damage.end - damage.begin, damage_text(damage));
}

}  // namespace mpitrace::present
