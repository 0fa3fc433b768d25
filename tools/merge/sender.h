// SPDX-License-Identifier: BSD-3-Clause
// The first of the two looks at a process's records: what it sends, slice by slice, into the queues that its receivers
// then empty, and the collectives it comes to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "merge/collectives.h"
#include "merge/open_map.h"
#include "merge/record_order.h"
#include "merge/send_queue.h"
#include "merge/sends.h"
#include "model/communicator.h"
#include "model/merged.h"

namespace mpitrace::merge {

// How far a process's records have been read by its receiver; what is sent to it later can find no receive.
enum class Reach : std::uint8_t { kOpen, kAfterLoss, kEnded };

// Message numbers: the n-th send of a thread, told apart by thread, so that both looks at a record give the same.
class FlowNumbers {
 public:
  // `first_thread`: threads of all processes before; `stride`: threads of the run.
  FlowNumbers(std::uint64_t first_thread, std::uint64_t threads, std::uint64_t stride)
      : next_(threads), stride_(stride) {
    for (std::uint64_t i = 0; i < threads; ++i) next_[i] = 2 * (first_thread + i) + 2;
  }
  std::uint64_t next(std::uint32_t thread) {
    const std::uint64_t flow = next_[thread];
    next_[thread] += 2 * stride_;
    return flow;
  }

 private:
  std::vector<std::uint64_t> next_;
  std::uint64_t stride_;
};

class Sender {
 public:
  // The references must outlive it.
  Sender(std::int32_t process, const model::Communicators& communicators, const Collectives& collectives,
         RecordOrder records, FlowNumbers flows, model::MergedSink& sink)
      : process_(process),
        communicators_(communicators),
        collectives_(collectives),
        records_(std::move(records)),
        flows_(std::move(flows)),
        sink_(sink) {}

  // Queues what was sent before `limit`. `receivers` says for each process how far it has been read.
  void advance(model::Time limit, const std::vector<Reach>& receivers);
  // The queue of a path; valid until the next advance(). nullptr: nothing was sent on it that can still be matched.
  SendQueue* find(const Path& path) const;
  bool has_loss() const { return has_loss_; }
  Collectives::Arrivals& collectives_begun() { return arrivals_; }
  // Sends that were never matched, after the last slice.
  void count(model::MessageCounts& counts);

 private:
  void send(const model::Record& record, const SendTarget& target, const std::vector<Reach>& receivers);
  void give_up(const Sent& sent, model::LoneEnd end);
  void drop_retired();

  std::int32_t process_;
  const model::Communicators& communicators_;
  const Collectives& collectives_;
  RecordOrder records_;
  FlowNumbers flows_;
  model::MergedSink& sink_;  // for what will find no receive
  Sends sends_;
  Collectives::Arrivals arrivals_;
  OpenMap<Path, std::unique_ptr<SendQueue>> queues_;
  std::size_t queues_after_drop_ = 0;
  bool has_loss_ = false;
  model::MessageCounts counts_;
};

}  // namespace mpitrace::merge
