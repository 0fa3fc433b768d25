// SPDX-License-Identifier: BSD-3-Clause
#include "merge/sender.h"

namespace mpitrace::merge {
namespace {

// A program that uses a new tag for each message would otherwise leave a queue for each behind.
constexpr std::size_t kQueuesBeforeDrop = 1024;

}  // namespace

void Sender::advance(model::Time limit, const std::vector<Reach>& receivers) {
  if (queues_.size() > kQueuesBeforeDrop + 2 * queues_after_drop_) drop_retired();
  while (const model::Record* record = records_.next(limit)) {
    if (record->type == model::RecordType::kLoss) has_loss_ = true;
    if (record->values == nullptr) continue;
    if (may_be_collective(record->kind)) collectives_.note(static_cast<std::size_t>(process_), *record, arrivals_);
    sends_.for_each(*record, [&](const SendTarget& target) { send(*record, target, receivers); });
  }
}

void Sender::send(const model::Record& record, const SendTarget& target, const std::vector<Reach>& receivers) {
  if (target.peer < 0) return;
  ++counts_.sends;
  const std::int32_t receiver =
      communicators_.peer(static_cast<std::size_t>(process_), target.communicator, target.peer);
  if (receiver == model::kNoProcess) {
    ++counts_.to_unknown;
    return;
  }
  const std::uint64_t flow = flows_.next(records_.thread());
  const Reach reach = receivers[static_cast<std::size_t>(receiver)];
  if (has_loss_ || reach != Reach::kOpen) {
    ++counts_.unmatched_sends;
    if (has_loss_ || reach == Reach::kAfterLoss) ++counts_.after_loss;
    return;
  }
  const std::uint32_t communicator =
      communicators_.views[static_cast<std::size_t>(process_)].find(target.communicator)->communicator;
  auto& queue = queues_[{communicator, process_, receiver, target.tag}];
  if (queue == nullptr) queue = std::make_unique<SendQueue>();
  if (queue->is_retired) *queue = SendQueue{};
  queue->push({record.start, flow, record.shown});
}

SendQueue* Sender::find(const Path& path) const {
  const auto* queue = queues_.find(path);
  return queue != nullptr ? queue->get() : nullptr;
}

void Sender::drop_retired() {
  queues_.erase_if([](const Path&, const auto& queue) { return queue->is_retired; });
  queues_after_drop_ = queues_.size();
}

void Sender::count(model::MessageCounts& counts) {
  queues_.for_each([&](const Path&, const auto& queue) { counts_.unmatched_sends += queue->unmatched(); });
  counts += counts_;
}

}  // namespace mpitrace::merge
