// SPDX-License-Identifier: BSD-3-Clause
#include "merge/merger.h"

namespace mpitrace::merge {

RecordOrder Merger::order(const model::Run& run, const MakeSource& make_source, std::size_t process,
                          RecordOrder::By by) {
  std::vector<std::unique_ptr<model::RecordSource>> threads;
  for (std::size_t thread = 0; thread < run.processes[process].threads.size(); ++thread)
    threads.push_back(make_source(process, thread));
  return RecordOrder(std::move(threads), by);
}

Merger::Merger(const model::Run& run, const model::Communicators& communicators, const MakeSource& make_source,
               const std::vector<model::MergedSink*>& sinks)
    : collectives_(run, communicators) {
  std::uint64_t all_threads = 0;
  for (const model::Process& process : run.processes) all_threads += process.threads.size();
  std::uint64_t first_thread = 0;
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    const FlowNumbers flows(first_thread, run.processes[i].threads.size(), all_threads);
    const auto index = static_cast<std::int32_t>(i);
    senders_.push_back(std::make_unique<Sender>(index, communicators, collectives_,
                                                order(run, make_source, i, RecordOrder::By::kStart), flows, *sinks[i]));
    receivers_.push_back(std::make_unique<Receiver>(index, communicators, senders_, collectives_,
                                                    order(run, make_source, i, RecordOrder::By::kEnd), flows, flows,
                                                    *sinks[i]));
    first_thread += run.processes[i].threads.size();
  }
}

model::MessageCounts Merger::merge(const std::vector<model::Time>& slice_ends, model::Workers& workers,
                                   const std::function<void(std::size_t slice, std::size_t process)>& after_rank) {
  std::vector<Reach> reaches(receivers_.size(), Reach::kOpen);
  std::vector<model::MessageCounts> counts(receivers_.size());
  for (std::size_t slice = 0; slice < slice_ends.size(); ++slice) {
    const model::Time end = slice_ends[slice];
    const bool is_last = slice + 1 == slice_ends.size();
    workers.for_each(senders_.size(), [&](std::size_t i) { senders_[i]->advance(end, reaches); });
    gather_collectives(workers);
    workers.for_each(receivers_.size(), [&](std::size_t i) {
      receivers_[i]->advance(end);
      if (is_last) receivers_[i]->finish(counts[i]);
      after_rank(slice, i);
    });
    for (std::size_t i = 0; i < receivers_.size(); ++i) reaches[i] = receivers_[i]->reach();
  }
  model::MessageCounts all;
  for (std::size_t i = 0; i < senders_.size(); ++i) {
    senders_[i]->count(counts[i]);
    all += counts[i];
  }
  return all;
}

void Merger::gather_collectives(model::Workers& workers) {
  workers.for_each(Collectives::kParts, [&](std::size_t part) {
    for (const auto& receiver : receivers_) collectives_.drop(part, receiver->collectives_left());
    for (const auto& sender : senders_) collectives_.take(part, sender->collectives_begun());
  });
}

}  // namespace mpitrace::merge
