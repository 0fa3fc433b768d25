// SPDX-License-Identifier: BSD-3-Clause
#include "read/records.h"

#include <algorithm>
#include <bit>

#include "format/records.h"

namespace mpitrace::read {
namespace {

using model::Field;

static_assert(model::kFields == format::kFieldCount);
static_assert(static_cast<int>(Field::kMatchedPeer) == static_cast<int>(format::Field::kMatchedPeer));
static_assert(static_cast<int>(Field::kResult) == static_cast<int>(format::Field::kResult));
static_assert(model::kAnySource == format::kAnySource && model::kProcNull == format::kProcNull);
static_assert(static_cast<int>(Field::kOffset) == static_cast<int>(format::Field::kOffset));
static_assert(model::kAllRanks == format::kAllRanks && model::kLockShared == format::kLockShared);
static_assert(model::kNoSequence == format::kNoSequence && model::kNoOffset == format::kNoOffset);
static_assert(model::kRootOfInter == format::kRoot && model::kAnyTag == format::kAnyTag);

// The longest call without its entries: head, mask, 64 deltas, gap, duration. With so many bytes ahead no end need be
// looked for.
constexpr std::ptrdiff_t kLongestCall = 67 * 10;

}  // namespace

// Reads varints from bytes that are known to be enough.
struct RecordReader::Unchecked {
  const std::uint8_t* at;

  bool take(std::uint64_t& value) {
    const std::uint64_t first = at[0];
    if (first < 0x80U) {
      value = first;
      ++at;
      return true;
    }
    const std::uint64_t second = at[1];
    if (second < 0x80U) {
      value = (first & 0x7fU) | second << 7U;
      at += 2;
      return true;
    }
    value = (first & 0x7fU) | (second & 0x7fU) << 7U;
    return take_long(value);
  }
  bool take_long(std::uint64_t& value) {
    for (unsigned byte = 2; byte < 10; ++byte) {
      const std::uint64_t bits = at[byte];
      value |= (bits & 0x7fU) << (7 * byte);
      if (bits < 0x80U) {
        at += byte + 1;
        return true;
      }
    }
    return false;
  }
};

bool RecordReader::begin(std::span<const Bytes> fields, std::span<const ContextUse> contexts,
                         std::uint64_t start_ticks) {
  fields_ = fields;
  next_field_ = 0;
  at_ = end_ = nullptr;
  listed_.clear();
  polled_.clear();
  rows_.clear();
  start_ticks_ = end_ticks_ = start_ticks;
  calls_ = 0;
  own_work_ = 0;
  is_paused_ = false;
  current_ = nullptr;
  contexts_.clear();
  std::fill(index_.begin(), index_.end(), 0U);
  if (contexts.size() > kMaxContexts) return false;
  for (const ContextUse& use : contexts) {
    if (use.id == 0 || use.id > kMaxContextId) return false;
    if (use.id >= index_.size()) index_.resize(use.id + 1);
    if (index_[use.id] != 0) continue;
    contexts_.emplace_back().use = use;
    index_[use.id] = static_cast<std::uint32_t>(contexts_.size());
  }
  return true;
}

const ContextUse* RecordReader::find_context(std::uint64_t id) const {
  return id < index_.size() && index_[id] != 0 ? &contexts_[index_[id] - 1].use : nullptr;
}

bool RecordReader::is_at_end() {
  while (at_ == end_ && next_field_ < fields_.size()) {
    at_ = fields_[next_field_].data();
    end_ = at_ + fields_[next_field_].size();
    ++next_field_;
  }
  return at_ == end_;
}

bool RecordReader::take(std::uint64_t& value) {
  return !is_at_end() && take_varint(at_, end_, value);
}

void RecordReader::pass(std::uint64_t gap, std::uint64_t duration) {
  start_ticks_ = end_ticks_ + gap;
  end_ticks_ = start_ticks_ + duration;
}

RecordReader::Step RecordReader::next() {
  Step step = Step::kSkipped;
  while (step == Step::kSkipped) {
    if (is_at_end()) return Step::kEnd;
    step = end_ - at_ >= kLongestCall ? next_unchecked() : next_checked();
  }
  return step;
}

RecordReader::Step RecordReader::next_unchecked() {
  Unchecked source{at_};
  std::uint64_t head = 0;
  if (!source.take(head)) return Step::kMalformed;
  if (head == 0) {
    at_ = source.at;
    return take_control();
  }
  if (!take_call(source, head)) return Step::kMalformed;
  at_ = source.at;
  return take_listed();
}

RecordReader::Step RecordReader::next_checked() {
  std::uint64_t head = 0;
  if (!take(head)) return Step::kMalformed;
  if (head == 0) return take_control();
  return take_call(*this, head) ? take_listed() : Step::kMalformed;
}

template <class Source>
bool RecordReader::take_call(Source& source, std::uint64_t head) {
  current_ = find(head >> 1U);
  if (current_ == nullptr) return false;
  std::uint64_t mask = 0;
  if ((head & 1U) != 0 && !source.take(mask)) return false;
  if ((mask | current_->moving) != 0 && !take_fields(source, *current_, mask)) return false;
  if (is_paused_) {
    start_ticks_ = end_ticks_;
    return true;
  }
  ++calls_;
  std::uint64_t gap = 0;
  std::uint64_t duration = 0;
  if (!source.take(gap) || !source.take(duration)) return false;
  pass(gap, duration);
  return true;
}

// A field's value is last + step + delta, so its new step is step + delta: only fields that step or have a delta
// change.
template <class Source>
bool RecordReader::take_fields(Source& source, Context& context, std::uint64_t mask) {
  std::uint32_t moving = 0;
  for (std::uint64_t todo = mask | context.moving; todo != 0; todo &= todo - 1) {
    const auto field = static_cast<std::size_t>(std::countr_zero(todo));
    std::uint64_t delta = 0;
    if ((mask >> field & 1U) != 0) {
      if (!source.take(delta)) return false;
      delta = static_cast<std::uint64_t>(unzigzag(delta));
    }
    if (field >= model::kFields) continue;  // of a later minor version: read over
    const std::uint64_t step = context.step[field] + delta;
    context.step[field] = step;
    std::int64_t& last = context.last[static_cast<Field>(field)];
    last = static_cast<std::int64_t>(static_cast<std::uint64_t>(last) + step);
    moving |= static_cast<std::uint32_t>(step != 0) << field;
  }
  context.moving = moving;
  return true;
}

RecordReader::Step RecordReader::take_listed() {
  listed_.clear();
  const auto count = static_cast<std::uint64_t>(current_->last[Field::kListed]);
  if (count == 0) return Step::kCall;
  if (count > kMaxListed) return Step::kMalformed;
  expected_id_ = static_cast<std::uint64_t>(current_->last[Field::kRequest]);
  while (listed_.size() < count) {
    if (!take_entry()) return Step::kMalformed;
  }
  return Step::kCall;
}

bool RecordReader::take_entry() {
  std::uint64_t bits = 0;
  if (!take(bits)) return false;
  model::RequestEntry entry;
  entry.id = expected_id_ + static_cast<std::uint64_t>(unzigzag(bits >> 2U));
  entry.cancelled = (bits & 2U) != 0;
  entry.has_status = (bits & 1U) != 0;
  if (entry.has_status) {
    std::uint64_t source = 0;
    std::uint64_t tag = 0;
    std::uint64_t bytes = 0;
    if (!take(source) || !take(tag) || !take(bytes)) return false;
    entry.source = unzigzag(source);
    entry.tag = unzigzag(tag);
    entry.bytes = static_cast<std::int64_t>(bytes);
  }
  expected_id_ = entry.id + 1;
  listed_.push_back(entry);
  return true;
}

}  // namespace mpitrace::read
