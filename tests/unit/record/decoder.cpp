// SPDX-License-Identifier: BSD-3-Clause
#include "unit/record/decoder.h"

#include <stdexcept>

namespace mpitrace::tests {
namespace {

void demand(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

std::int64_t unzigzag(std::uint64_t value) {
  const auto half = static_cast<std::int64_t>(value / 2);
  return value % 2 == 0 ? half : -half - 1;
}

}  // namespace

std::uint64_t Decoded::polled() const {
  std::uint64_t sum = 0;
  for (const DecodedPolls& row : polls) {
    for (const auto& [context, counts] : row.by_context) sum += counts.first;
  }
  return sum;
}

void Decoder::add(const ReadChunk& chunk) {
  learn_definitions(chunk);
  memories_.clear();
  peer_bytes_.clear();
  end_ticks_ = chunk.start_ticks;
  is_paused_ = false;
  next_work_ = 0;
  stream_.assign(chunk.record.begin(), chunk.record.end());
  while (!stream_.empty()) {
    const std::uint64_t head = next();
    if (head == 0) {
      control();
    } else {
      call(head);
    }
  }
  decoded_.end_ticks = end_ticks_;
}

void Decoder::learn_definitions(const ReadChunk& chunk) {
  std::map<std::uint32_t, format::Kind> kinds;
  for (const ReadFunction& function : chunk.functions) kinds[function.id] = static_cast<format::Kind>(function.kind);
  region_names_ = chunk.region_names;
  contexts_.clear();
  for (const ReadContext& context : chunk.contexts) {
    demand(kinds.contains(context.function), "a context names a function that its chunk does not define");
    demand(!contexts_.contains(context.id), "a context is defined twice in one chunk");
    contexts_[context.id] = {kinds[context.function], context.function, context.offset};
  }
}

std::uint64_t Decoder::next() {
  demand(!stream_.empty(), "the stream ends within a record");
  const std::uint64_t value = stream_.front();
  stream_.pop_front();
  return value;
}

void Decoder::control() {
  const auto type = static_cast<format::Control>(next());
  const std::uint64_t count = next();
  demand(stream_.size() >= count, "the stream ends within a control record");
  const std::size_t left = stream_.size() - count;
  switch (type) {
    case format::Control::kPolls:
      polls(count);
      break;
    case format::Control::kPause:
    case format::Control::kResume:
      end_ticks_ += next();
      is_paused_ = type == format::Control::kPause;
      break;
    case format::Control::kFlush:
      flush();
      break;
    case format::Control::kOwnWork:
      next_work_ = next();
      break;
    case format::Control::kCompleted:
      further_entries(count);
      break;
    case format::Control::kPeerBytes:
      peer_bytes(count);
      break;
    case format::Control::kRegionBegin:
    case format::Control::kRegionEnd:
    case format::Control::kStep:
      mark(type);
      break;
  }
  demand(stream_.size() == left, "a control record has another number of values than it says");
  decoded_.controls.push_back({type, end_ticks_});
}

void Decoder::flush() {
  const std::uint64_t start_ticks = end_ticks_ += next();
  end_ticks_ += next();
  decoded_.own_work.push_back({static_cast<format::OwnWork>(next_work_), start_ticks, end_ticks_});
  next_work_ = 0;
}

void Decoder::polls(std::uint64_t count) {
  demand(count >= 5 && (count - 2) % 3 == 0, "a polls record has no whole number of contexts");
  DecodedPolls row{};
  row.first_ticks = end_ticks_ + next();
  row.last_ticks = end_ticks_ = row.first_ticks + next();
  for (std::uint64_t i = 2; i < count; i += 3) {
    const std::uint64_t context = next();
    demand(contexts_.contains(static_cast<std::uint32_t>(context)), "polls of a context that is not defined");
    demand(!row.by_context.contains(context), "a context stands twice in one polls record");
    const std::uint64_t polled = next();
    row.by_context[context] = {polled, next()};
  }
  decoded_.polls.push_back(row);
}

void Decoder::further_entries(std::uint64_t count) {
  demand(!decoded_.calls.empty() && !decoded_.calls.back().entries.empty(),
         "further entries without a call before them");
  std::vector<DecodedEntry>& entries = decoded_.calls.back().entries;
  const std::size_t left = stream_.size() - count;
  while (stream_.size() > left) entries.push_back(entry(entries.back().id + 1));
}

void Decoder::peer_bytes(std::uint64_t count) {
  const std::size_t left = stream_.size() - count;
  const auto context = static_cast<std::uint32_t>(next());
  demand(contexts_.contains(context), "bytes to each peer of a context that is not defined");
  std::vector<std::uint64_t>& row = peer_bytes_[context];
  row.clear();
  while (stream_.size() > left) {
    const std::uint64_t run = next();
    const std::uint64_t more = (run & 1U) != 0 ? next() : 0;
    row.insert(row.end(), more + 1, run >> 1U);
  }
}

void Decoder::mark(format::Control type) {
  DecodedMark read{type, end_ticks_ += next(), "", 0};
  const std::uint64_t value = next();
  if (type == format::Control::kRegionBegin) {
    demand(region_names_.contains(value), "a region whose name its chunk does not define");
    read.name = region_names_[value];
  } else if (type == format::Control::kStep) {
    read.number = value;
  } else {
    demand(value == 0, "the end of a region carries a value");
  }
  decoded_.marks.push_back(read);
}

DecodedEntry Decoder::entry(std::uint64_t expected) {
  const std::uint64_t bits = next();
  DecodedEntry read{};
  read.id = expected + static_cast<std::uint64_t>(unzigzag(bits >> 2U));
  read.cancelled = (bits & 2U) != 0;
  read.has_status = (bits & 1U) != 0;
  if (!read.has_status) return read;
  read.source = unzigzag(next());
  read.tag = unzigzag(next());
  read.bytes = next();
  return read;
}

void Decoder::call(std::uint64_t head) {
  DecodedCall read{};
  read.context = static_cast<std::uint32_t>(head >> 1U);
  demand(contexts_.contains(read.context), "a call of a context that is not defined");
  const Meaning& meaning = contexts_[read.context];
  read.kind = meaning.kind;
  read.function = meaning.function;
  read.site = meaning.site;
  const std::uint64_t mask = (head & 1U) != 0 ? next() : 0;
  const std::uint32_t carried = format::carried_fields(read.kind);
  demand((mask & ~std::uint64_t{carried}) == 0, "the mask names a field that the kind does not carry");
  for (std::size_t n = 0; n < format::kFieldCount; ++n) {
    if ((carried >> n & 1U) == 0) continue;
    Memory& memory = memories_[{read.context, n}];
    std::uint64_t value = memory.last + memory.step;
    if ((mask >> n & 1U) != 0) value += static_cast<std::uint64_t>(unzigzag(next()));
    memory.step = value - memory.last;
    memory.last = value;
    read.values.at(n) = static_cast<std::int64_t>(value);
  }
  read.is_timed = !is_paused_;
  if (read.is_timed) {
    read.start_ticks = end_ticks_ + next();
    end_ticks_ = read.start_ticks + next();
  }
  read.end_ticks = end_ticks_;
  auto expected = static_cast<std::uint64_t>(read.value(format::Field::kRequest));
  for (std::int64_t i = 0; i < read.value(format::Field::kListed); ++i) {
    read.entries.push_back(entry(expected));
    expected = read.entries.back().id + 1;
  }
  if (peer_bytes_.contains(read.context)) read.peer_bytes = peer_bytes_[read.context];
  decoded_.calls.push_back(read);
}

}  // namespace mpitrace::tests
