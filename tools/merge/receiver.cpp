// SPDX-License-Identifier: BSD-3-Clause
#include "merge/receiver.h"

#include <utility>

namespace mpitrace::merge {
namespace {

using model::Field;
using model::Kind;
using model::Record;
using model::RecordType;

constexpr std::size_t kPathsBeforeDrop = 1024;
constexpr std::size_t kMostEarly = 1U << 16U;

Id id_of(const Record& record, Field field) {
  return {static_cast<std::uint64_t>(record[field])};
}

model::LoneEnd lone_end(const Place& done) {
  model::LoneEnd end;
  end.is_send = false;
  end.thread = done.thread;
  end.number = done.number;
  end.start = done.start;
  end.end = done.end;
  end.posted = done.posted;
  return end;
}

}  // namespace

Receiver::Receiver(std::int32_t process, const model::Communicators& communicators, const Senders& senders,
                   Collectives& collectives, RecordOrder records, FlowNumbers messages, FlowNumbers operations,
                   model::MergedSink& sink)
    : process_(process),
      communicators_(communicators),
      senders_(senders),
      collectives_(collectives),
      records_(std::move(records)),
      message_flows_(std::move(messages)),
      operation_flows_(std::move(operations)),
      sink_(sink),
      receives_([this](auto communicator, auto source, auto tag) { return find_path(communicator, source, tag); },
                [this](PathState& path, std::uint64_t k, const Place& done) { settle(path, k, done); },
                [this](auto communicator, auto source, auto tag, const Place& done) {
                  miss_unknown(communicator, source, tag, done);
                }) {}

void Receiver::advance(model::Time limit) {
  retry_early(false);
  while (const Record* record = records_.next(limit)) take(*record);
  if (paths_.size() > kPathsBeforeDrop + 2 * paths_after_drop_) drop_idle_paths();
}

void Receiver::finish(model::MessageCounts& counts) {
  receives_.give_up_all();
  retry_early(true);
  counts_.undecided = receives_.undecided();
  counts += counts_;
}

Reach Receiver::reach() const {
  if (has_loss_) return Reach::kAfterLoss;
  return records_.is_exhausted() && early_.empty() ? Reach::kEnded : Reach::kOpen;
}

Place Receiver::place() const {
  return {record_->shown ? record_number_ : 0,
          records_.thread(),
          record_->start,
          record_->end,
          records_.number(),
          record_->start};
}

void Receiver::take(const Record& record) {
  record_ = &record;
  ++record_number_;
  sent_.clear();
  received_.clear();
  began_.clear();
  completed_.clear();
  if (record.type == RecordType::kLoss) lose_track();
  if (record.values != nullptr) take_call(record);
  model::Awaited awaited;
  if (may_be_collective(record.kind)) awaited = collectives_.leave(static_cast<std::size_t>(process_), record, left_);
  if (record.shown)
    sink_.take({&record, records_.thread(), sent_, received_, began_, completed_, bytes_in_flight_, awaited,
                requests_in_flight_, records_.number()});
  record_ = nullptr;
}

void Receiver::take_call(const Record& record) {
  sends_.for_each(record, [&](const SendTarget& target) {
    const std::int32_t receiver =
        target.peer < 0 ? model::kNoProcess
                        : communicators_.peer(static_cast<std::size_t>(process_), target.communicator, target.peer);
    if (receiver == model::kNoProcess) return;
    const std::uint64_t flow = message_flows_.next(records_.thread());
    if (record.shown && !has_loss_) sent_.push_back(flow);
  });
  if (record.type == RecordType::kUnfinished) return;
  switch (record.kind) {
    case Kind::kReceive:
      take_receive(record, Field::kPeer, Field::kTag);
      break;
    case Kind::kSendReceive:
      take_receive(record, Field::kSource, Field::kSourceTag);
      break;
    case Kind::kMatchedProbe:
      take_matched_probe(record);
      break;
    case Kind::kMatchedReceive:
      take_matched_receive(record);
      break;
    case Kind::kStart:
      for_each_request(record, requests_, [&](std::uint64_t id, const model::RequestEntry*) { start(id, record); });
      break;
    case Kind::kComplete:
      for_each_request(record, requests_,
                       [&](std::uint64_t id, const model::RequestEntry* entry) { complete(id, entry, record); });
      break;
    case Kind::kRequestFree:
      free_request(id_of(record, Field::kRequest).value, record);
      break;
    case Kind::kCancel:
      cancel(id_of(record, Field::kRequest).value);
      break;
    default:
      if (record[Field::kRequest] != 0) make_request(record);
      break;
  }
}

void Receiver::take_receive(const Record& record, Field source, Field tag) {
  if (record[source] == model::kProcNull || record[Field::kMatchedPeer] < 0 || record[Field::kResult] != 0) return;
  ++counts_.receives;
  const std::int64_t from = record[source] == model::kAnySource ? record[Field::kMatchedPeer] : record[source];
  const std::int64_t with = record[tag] == model::kAnyTag ? record[Field::kMatchedTag] : record[tag];
  receives_.receive(record[Field::kCommunicator], record[source], record[tag], from, with, place());
}

void Receiver::take_matched_probe(const Record& record) {
  if (record[Field::kMessage] == 0 || record[Field::kPeer] == model::kProcNull) return;
  ++counts_.receives;
  Receive* receive = post(record[Field::kCommunicator], record[Field::kPeer], record[Field::kTag]);
  receives_.resolve(*receive, record[Field::kMatchedPeer], record[Field::kMatchedTag]);
  probed_[id_of(record, Field::kMessage)] = receive;
}

void Receiver::take_matched_receive(const Record& record) {
  Receive** probed = probed_.find(id_of(record, Field::kMessage));
  if (probed == nullptr) return;
  done(**probed);
  probed_.erase(id_of(record, Field::kMessage));
}

Receive* Receiver::post(std::int64_t communicator, std::int64_t source, std::int64_t tag) {
  Receive* receive = receives_.post(communicator, source, tag);
  receive->posted = record_->start;
  return receive;
}

void Receiver::done(Receive& receive) {
  Place here = place();
  here.posted = receive.posted;
  receives_.done(receive, here);
}

void Receiver::make_request(const Record& record) {
  Request request;
  const Kind kind = record.kind;
  const bool is_pair = kind == Kind::kSendReceiveStart;
  request.is_persistent = kind == Kind::kSendInit || kind == Kind::kReceiveInit || kind == Kind::kCollectiveInit;
  request.has_receive = kind == Kind::kReceiveStart || kind == Kind::kReceiveInit || is_pair;
  // MPICH never completes one of these.
  request.is_to_nobody =
      (kind == Kind::kSendInit || kind == Kind::kReceiveInit) && record[Field::kPeer] == model::kProcNull;
  request.communicator = record[Field::kCommunicator];
  request.source = record[is_pair ? Field::kSource : Field::kPeer];
  request.tag = record[is_pair ? Field::kSourceTag : Field::kTag];
  if (record[Field::kPeer] != model::kProcNull) request.bytes = record[Field::kSentBytes];
  if (request.source != model::kProcNull) request.bytes = model::wrapping_add(request.bytes, record[Field::kRecvBytes]);
  if (kind == Kind::kMatchedReceiveStart) {
    Receive** probed = probed_.find(id_of(record, Field::kMessage));
    if (probed != nullptr) request.receive = *probed;
    probed_.erase(id_of(record, Field::kMessage));
  }
  Request& made = requests_[id_of(record, Field::kRequest)];
  made = request;
  if (!made.is_persistent) begin(made, record);
}

void Receiver::start(std::uint64_t id, const Record& record) {
  Request* request = requests_.find(Id{id});
  if (request != nullptr && request->is_persistent && !request->is_active) begin(*request, record);
}

void Receiver::begin(Request& request, const Record& record) {
  if (request.is_persistent && request.is_to_nobody) return;
  request.is_active = true;
  request.is_shown = record.shown;
  if (request.has_receive && request.source != model::kProcNull) {
    ++counts_.receives;
    request.receive = post(request.communicator, request.source, request.tag);
  }
  bytes_in_flight_ = model::wrapping_add(bytes_in_flight_, request.bytes);
  ++requests_in_flight_;
  if (!record.shown) return;
  request.flow = operation_flows_.next(records_.thread()) + 1;
  began_.push_back(request.flow);
}

void Receiver::complete(std::uint64_t id, const model::RequestEntry* entry, const Record& record) {
  Request* request = requests_.find(Id{id});
  if (request == nullptr || !request->is_active) return;
  bytes_in_flight_ = model::wrapping_subtract(bytes_in_flight_, request->bytes);
  --requests_in_flight_;
  if (record.shown && request->is_shown) completed_.push_back(request->flow);
  if (Receive* receive = std::exchange(request->receive, nullptr)) {
    const bool has_status = entry != nullptr && entry->has_status;
    if (entry != nullptr && entry->cancelled) {
      --counts_.receives;
      receives_.cancelled(*receive);
    } else {
      if (has_status) receives_.resolve(*receive, entry->source, entry->tag);
      done(*receive);
    }
  }
  request->is_active = false;
  if (!request->is_persistent) requests_.erase(Id{id});
}

// No call will say that it completed: what is known of it ends here.
void Receiver::free_request(std::uint64_t id, const Record& record) {
  Request* request = requests_.find(Id{id});
  if (request == nullptr) return;
  if (request->is_active) {
    bytes_in_flight_ = model::wrapping_subtract(bytes_in_flight_, request->bytes);
    --requests_in_flight_;
    if (record.shown && request->is_shown) completed_.push_back(request->flow);
  }
  if (request->receive != nullptr) receives_.abandon(*request->receive);
  requests_.erase(Id{id});
}

void Receiver::cancel(std::uint64_t id) {
  Request* request = requests_.find(Id{id});
  if (request != nullptr && request->receive != nullptr) receives_.cancel_called(*request->receive);
}

// Records are missing: what was open may have been completed in them, and no path can be counted on from here.
void Receiver::lose_track() {
  has_loss_ = true;
  bytes_in_flight_ = 0;
  requests_in_flight_ = 0;
  requests_.for_each([](Id, Request& request) {
    request.is_active = false;
    request.receive = nullptr;
  });
  requests_.erase_if([](Id, const Request& request) { return !request.is_persistent; });
}

PathState* Receiver::find_path(std::int64_t communicator, std::int64_t source, std::int64_t tag) {
  const model::CommunicatorView* view = communicators_.views[static_cast<std::size_t>(process_)].find(communicator);
  const std::int32_t sender = communicators_.peer(view, source);
  if (sender == model::kNoProcess) {
    ++counts_.from_unknown;
    return nullptr;
  }
  const Path path{view->communicator, sender, process_, tag};
  auto& state = paths_[path];
  if (state == nullptr) state = std::make_unique<PathState>(PathState{path, nullptr, 0, 0, {}});
  return state.get();
}

void Receiver::settle(PathState& state, std::uint64_t k, const Place& done) {
  if (has_loss_) {
    miss(state.path, done);
    return;
  }
  const Sender& sender = *senders_[static_cast<std::size_t>(state.path.sender)];
  if (state.queue == nullptr) {
    SendQueue* queue = sender.find(state.path);
    if (queue != nullptr && !queue->is_retired) state.queue = queue;
  }
  const auto sent = state.queue != nullptr ? state.queue->take(k) : std::nullopt;
  if (sent) {
    deliver(*sent, state.path, done);
  } else if (sender.has_loss() || early_.size() >= kMostEarly) {
    miss(state.path, done);
  } else {
    early_.push_back({state.path, k, done});
  }
}

void Receiver::deliver(const Sent& sent, const Path& path, const Place& done) {
  ++counts_.matched;
  if (sent.start > done.end && done.record != 0) ++counts_.backward;
  if (done.record == 0 || !sent.shown) return;
  const model::Receipt receipt{sent.flow,   path.sender,       sent.start, sent.end,   sent.thread,
                               sent.number, path.communicator, path.tag,   sent.bytes, done.posted};
  if (record_ != nullptr && done.record == record_number_) {
    received_.push_back(receipt);
  } else {
    sink_.take_late({receipt, done.thread, done.start, done.end, done.number});
  }
}

void Receiver::miss(const Path& path, const Place& done) {
  ++counts_.unmatched_receives;
  if (has_loss_ || senders_[static_cast<std::size_t>(path.sender)]->has_loss()) ++counts_.after_loss;
  if (done.record == 0) return;
  model::LoneEnd end = lone_end(done);
  end.communicator = path.communicator;
  end.process = path.sender;
  end.tag = path.tag;
  sink_.take_lone(end);
}

void Receiver::miss_unknown(std::int64_t communicator, std::int64_t source, std::int64_t tag, const Place& done) {
  if (done.record == 0) return;
  model::LoneEnd end = lone_end(done);
  const model::CommunicatorView* view = communicators_.views[static_cast<std::size_t>(process_)].find(communicator);
  if (view != nullptr) end.communicator = view->communicator;
  end.peer = source;
  end.tag = tag;
  sink_.take_lone(end);
}

void Receiver::retry_early(bool is_last) {
  std::erase_if(early_, [&](const Early& early) {
    SendQueue* queue = senders_[static_cast<std::size_t>(early.path.sender)]->find(early.path);
    const auto sent = queue != nullptr ? queue->take(early.k) : std::nullopt;
    if (sent) {
      deliver(*sent, early.path, early.place);
    } else if (is_last) {
      miss(early.path, early.place);
    }
    return sent.has_value() || is_last;
  });
}

// Paths on which all that was sent has arrived: both sides forget them and would start to count anew.
void Receiver::drop_idle_paths() {
  paths_.erase_if([](const Path&, const auto& state) {
    const bool is_idle = state->open.empty() && state->posted == state->settled && state->queue != nullptr &&
                         state->queue->unmatched() == 0 && state->queue->sent() == state->posted;
    if (is_idle) state->queue->is_retired = true;
    return is_idle;
  });
  paths_after_drop_ = paths_.size();
}

}  // namespace mpitrace::merge
