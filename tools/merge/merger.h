// SPDX-License-Identifier: BSD-3-Clause
// All processes of a run, slice by slice: in each, first everybody's sends are queued, then everybody's records are
// passed on with what they received. Ranks side by side, any number of workers, the same results; memory holds what is
// under way, not what happened.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "merge/collectives.h"
#include "merge/receiver.h"
#include "merge/sender.h"
#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"
#include "model/workers.h"

namespace mpitrace::merge {

using MakeSource = std::function<std::unique_ptr<model::RecordSource>(std::size_t process, std::size_t thread)>;

class Merger {
 public:
  // `run` and `communicators` must outlive the merger.
  Merger(const model::Run& run, const model::Communicators& communicators, const MakeSource& make_source,
         const std::vector<model::MergedSink*>& sinks);

  // `after_rank` is called when a process has passed on its records of a slice, by the worker that did it.
  model::MessageCounts merge(const std::vector<model::Time>& slice_ends, model::Workers& workers,
                             const std::function<void(std::size_t slice, std::size_t process)>& after_rank);

  // Valid after merge().
  model::CollectiveCounts collectives() { return collectives_.count(); }

 private:
  static RecordOrder order(const model::Run& run, const MakeSource& make_source, std::size_t process,
                           RecordOrder::By by);

  void gather_collectives(model::Workers& workers);

  Collectives collectives_;
  std::vector<std::unique_ptr<Sender>> senders_;
  std::vector<std::unique_ptr<Receiver>> receivers_;
};

}  // namespace mpitrace::merge
