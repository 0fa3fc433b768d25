// SPDX-License-Identifier: BSD-3-Clause
#include "merge/sender.h"

#include <algorithm>
#include <utility>

namespace mpitrace::merge {
namespace {

// A program that uses a new tag for each message would otherwise leave a queue for each behind.
constexpr std::size_t kQueuesBeforeDrop = 1024;

model::LoneEnd lone_end(const model::CommunicatorView* view, std::int32_t receiver, const SendTarget& target) {
  model::LoneEnd end;
  if (view != nullptr) end.communicator = view->communicator;
  end.process = receiver;
  end.peer = target.peer;
  end.tag = target.tag;
  return end;
}

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
  const model::CommunicatorView* view =
      communicators_.views[static_cast<std::size_t>(process_)].find(target.communicator);
  const std::int32_t receiver = communicators_.peer(view, target.peer);
  Sent sent;
  sent.start = record.start;
  sent.end = record.type == model::RecordType::kUnfinished ? model::kLatest : record.end;
  sent.shown = record.shown;
  sent.thread = records_.thread();
  sent.number = records_.number();
  sent.bytes = target.bytes;
  if (receiver == model::kNoProcess) {
    ++counts_.to_unknown;
    give_up(sent, lone_end(view, receiver, target));
    return;
  }
  sent.flow = flows_.next(sent.thread);
  const Reach reach = receivers[static_cast<std::size_t>(receiver)];
  if (has_loss_ || reach != Reach::kOpen) {
    ++counts_.unmatched_sends;
    if (has_loss_ || reach == Reach::kAfterLoss) ++counts_.after_loss;
    give_up(sent, lone_end(view, receiver, target));
    return;
  }
  auto& queue = queues_[{view->communicator, process_, receiver, target.tag}];
  if (queue == nullptr) queue = std::make_unique<SendQueue>();
  if (queue->is_retired) *queue = SendQueue{};
  queue->push(sent);
}

void Sender::give_up(const Sent& sent, model::LoneEnd end) {
  if (!sent.shown) return;
  end.thread = sent.thread;
  end.number = sent.number;
  end.start = sent.start;
  end.end = sent.end;
  end.bytes = sent.bytes;
  sink_.take_lone(end);
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
  std::vector<std::pair<Sent, model::LoneEnd>> left;
  queues_.for_each([&](const Path& path, const auto& queue) {
    counts_.unmatched_sends += queue->unmatched();
    model::LoneEnd end;
    end.communicator = path.communicator;
    end.process = path.receiver;
    end.tag = path.tag;
    queue->for_each_unmatched([&](const Sent& sent) { left.emplace_back(sent, end); });
  });
  std::sort(left.begin(), left.end(), [](const auto& a, const auto& b) { return a.first.flow < b.first.flow; });
  for (const auto& [sent, end] : left) give_up(sent, end);
  counts += counts_;
}

}  // namespace mpitrace::merge
