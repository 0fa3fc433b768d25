// SPDX-License-Identifier: BSD-3-Clause
#include "present/run_facts.h"

#include "present/clock_text.h"

namespace mpitrace::present {

std::vector<Fact> run_facts(const model::Run& run, std::string_view version) {
  const model::Coverage totals = run.coverage();
  std::vector<Fact> facts;
  facts.emplace_back("recorded_by", std::string("mpitrace"));
  facts.emplace_back("merged_by", "mpitrace " + std::string(version));
  // As text: a number of this size does not survive a reader that knows only doubles.
  facts.emplace_back("base_unix_ns", std::to_string(run.base_realtime_ns));
  facts.emplace_back("job", run.job);
  if (!run.processes.empty()) {
    facts.emplace_back("executable", run.processes.front().executable);
    facts.emplace_back("mpi_library", run.processes.front().mpi_library);
    facts.emplace_back("world_size", std::uint64_t{run.processes.front().world_size});
  }
  facts.emplace_back("processes", run.processes.size());
  facts.emplace_back("clock", clock_text(run));
  facts.emplace_back("calls", totals.calls);
  facts.emplace_back("dropped_calls", totals.dropped_calls);
  facts.emplace_back("nested_calls", totals.nested_calls);
  facts.emplace_back("abandoned_calls", totals.abandoned_calls);
  facts.emplace_back("lost_chunks", totals.lost_chunks);
  facts.emplace_back("ranks_ended_early", totals.ended_early);
  facts.emplace_back("ranks_missing", run.missing);
  facts.emplace_back("damaged_places", run.damage.size());
  return facts;
}

std::vector<Fact> collective_facts(const model::CollectiveCounts& counts) {
  return {{"operations", counts.operations},
          {"calls", counts.calls},
          {"incomplete", counts.incomplete},
          {"mismatched", counts.mismatched}};
}

std::vector<Fact> message_facts(const model::MessageCounts& counts) {
  return {{"sends", counts.sends},
          {"receives", counts.receives},
          {"matched", counts.matched},
          {"unmatched_sends", counts.unmatched_sends},
          {"unmatched_receives", counts.unmatched_receives},
          {"unmatched_after_loss", counts.after_loss},
          {"to_unknown_ranks", counts.to_unknown},
          {"from_unknown_ranks", counts.from_unknown},
          {"undecided_receives", counts.undecided},
          {"received_before_sent", counts.backward}};
}

}  // namespace mpitrace::present
