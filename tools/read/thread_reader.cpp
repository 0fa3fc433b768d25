// SPDX-License-Identifier: BSD-3-Clause
#include "read/thread_reader.h"

#include <algorithm>
#include <utility>

namespace mpitrace::read {

using model::Record;
using model::RecordType;
using Step = RecordReader::Step;

ThreadReader::ThreadReader(const ThreadChunks& chunks, const Sites& sites, model::Clock clock, std::size_t first)
    : chunks_(chunks), sites_(sites), clock_(std::move(clock)), next_chunk_(first) {}

const Record* ThreadReader::next() {
  while (true) {
    if (!is_in_chunk_) {
      if (next_chunk_ == chunks_.chunks.size()) return end_of_slot();
      if (const Record* lost = begin_chunk()) return lost;
      continue;
    }
    switch (records_.next()) {
      case Step::kCall:
        return call(RecordType::kCall);
      case Step::kCompleted:
        if (last_call_.values == nullptr) break;  // the call it belongs to was lost
        return call(RecordType::kCompleted);
      case Step::kPolls:
        return polls(records_.polled(), records_.start_ticks(), records_.end_ticks());
      case Step::kPause:
        return plain(RecordType::kPause);
      case Step::kResume:
        return plain(RecordType::kResume);
      case Step::kFlush:
        return plain(RecordType::kFlush);
      case Step::kClocksCompared:
        return plain(RecordType::kClocksCompared);
      case Step::kRegionBegin:
        return mark(RecordType::kRegionBegin);
      case Step::kRegionEnd:
        return mark(RecordType::kRegionEnd);
      case Step::kStep:
        return mark(RecordType::kStep);
      case Step::kSkipped:
        break;
      case Step::kEnd:
        if (const Record* lost = end_chunk(false)) return lost;
        break;
      case Step::kMalformed:
        if (const Record* lost = end_chunk(true)) return lost;
        break;
    }
  }
}

// A loss record if chunks are missing before this one; the chunk is then begun by the next call.
const Record* ThreadReader::begin_chunk() {
  const ChunkFrame& frame = chunks_.chunks[next_chunk_];
  const std::uint64_t missing = frame.sequence - expected_sequence_;
  const std::uint64_t dropped = frame.loss.dropped_calls - std::min(dropped_calls_, frame.loss.dropped_calls);
  expected_sequence_ = frame.sequence;
  dropped_calls_ = std::max(dropped_calls_, frame.loss.dropped_calls);
  if (missing != 0 || dropped != 0) return loss(missing, dropped);

  contents_ = {};
  ++next_chunk_;
  ++expected_sequence_;
  const bool is_good =
      read_chunk(frame.body, contents_) && records_.begin(contents_.records, sites_.uses(contents_), frame.start_ticks);
  is_in_chunk_ = is_good;
  has_taken_polls_ = has_taken_current_ = !is_good;  // a slot speaks in the contexts of its own chunk
  return is_good ? nullptr : loss(1, frame.calls);
}

const Record* ThreadReader::end_chunk(bool is_torn) {
  // What the last call of a chunk said must outlast the chunk: its requests may go on in the next.
  if (last_call_.values != nullptr && last_call_.values != &values_) {
    values_ = *last_call_.values;
    last_call_.values = &values_;
  }
  is_in_chunk_ = false;
  const ChunkFrame& frame = chunks_.chunks[next_chunk_ - 1];
  if (!chunks_.is_open(frame)) frame.file->forget(frame.body);
  if (!is_torn) return nullptr;
  return loss(0, frame.calls - std::min(frame.calls, records_.calls()));
}

const Record* ThreadReader::loss(std::uint64_t chunks, std::uint64_t calls) {
  const model::Time last = record_.end;
  last_call_ = {};
  record_ = {};
  record_.type = RecordType::kLoss;
  record_.start = last;
  record_.end = next_chunk_ < chunks_.chunks.size() ? clock_.at(chunks_.chunks[next_chunk_].start_ticks) : last;
  record_.lost_chunks = chunks;
  record_.lost_calls = calls;
  return &record_;
}

const Record* ThreadReader::call(RecordType type) {
  if (type == RecordType::kCompleted) {
    record_ = last_call_;
    record_.type = type;
    record_.listed = records_.listed();
    return &record_;
  }
  const ContextUse& context = records_.context();
  record_.type = type;
  record_.kind = context.kind;
  record_.group = context.group;
  record_.site = context.site;
  record_.shown = !records_.is_paused();
  record_.start = clock_.at(records_.start_ticks());
  record_.end = clock_.at(records_.end_ticks());
  record_.values = &records_.values();
  record_.listed = records_.listed();
  record_.peer_bytes = records_.peer_bytes();
  if (context.kind == model::Kind::kComplete || context.kind == model::Kind::kStart || lists_ranks(context.kind))
    last_call_ = record_;
  return &record_;
}

const Record* ThreadReader::plain(RecordType type) {
  record_ = {};
  record_.type = type;
  record_.start = clock_.at(records_.start_ticks());
  record_.end = clock_.at(records_.end_ticks());
  return &record_;
}

const Record* ThreadReader::mark(RecordType type) {
  plain(type);
  if (type == RecordType::kStep) record_.number = records_.mark();
  if (type == RecordType::kRegionBegin) {
    const auto name = contents_.region_names.find(records_.mark());
    record_.name = name != contents_.region_names.end() ? std::string_view(name->second) : "unnamed region";
  }
  return &record_;
}

const Record* ThreadReader::polls(std::span<const PolledUse> polled, std::uint64_t first_ticks,
                                  std::uint64_t last_ticks) {
  record_ = {};
  record_.type = RecordType::kPolls;
  record_.start = clock_.at(first_ticks);
  record_.end = clock_.at(last_ticks);
  polled_.clear();
  for (const PolledUse& use : polled) polled_.push_back({use.context.site, use.count, clock_.length(use.busy_ticks)});
  record_.polled = polled_;
  return &record_;
}

const Record* ThreadReader::end_of_slot() {
  if (!chunks_.open) return nullptr;
  if (!std::exchange(has_taken_polls_, true)) {
    if (const Record* pending = pending_polls()) return pending;
  }
  return std::exchange(has_taken_current_, true) ? nullptr : unfinished();
}

const Record* ThreadReader::pending_polls() {
  const format::PendingPolls& pending = chunks_.open->polls;
  const std::size_t count = std::min<std::uint64_t>(pending.contexts, format::kMaxPolledContexts);
  // Polls from before the end of the last record are in it already: the process died between writing it and emptying
  // the fold.
  if (count == 0 || pending.first_ticks < records_.end_ticks() || pending.last_ticks < pending.first_ticks)
    return nullptr;
  std::vector<PolledUse> polled;
  for (std::size_t i = 0; i < count; ++i) {
    const ContextUse* use = records_.find_context(pending.polled[i].context);
    if (use != nullptr) polled.push_back({*use, pending.polled[i].count, pending.polled[i].busy_ticks});
  }
  return polled.empty() ? nullptr : polls(polled, pending.first_ticks, pending.last_ticks);
}

const Record* ThreadReader::unfinished() {
  const format::CurrentCall& current = chunks_.open->current;
  const ContextUse* use = records_.find_context(current.context);
  if (use == nullptr || current.start_ticks < records_.end_ticks()) return nullptr;
  values_ = {};
  values_[model::Field::kCommunicator] = current.communicator;
  values_[model::Field::kPeer] = current.peer;
  values_[model::Field::kTag] = current.tag;
  values_[model::Field::kSentBytes] = current.bytes;
  values_[model::Field::kRequests] = current.requests;
  values_[model::Field::kObject] = chunks_.open->current_object;
  record_ = {};
  record_.type = RecordType::kUnfinished;
  record_.kind = use->kind;
  record_.group = use->group;
  record_.site = use->site;
  record_.start = record_.end = clock_.at(current.start_ticks);
  record_.values = &values_;
  record_.given = static_cast<std::uint32_t>(current.given);
  return &record_;
}

}  // namespace mpitrace::read
