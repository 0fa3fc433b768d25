// SPDX-License-Identifier: BSD-3-Clause
// The control records of a chunk's stream: RecordReader's half that no call takes part in.
#include <algorithm>
#include <utility>

#include "format/records.h"
#include "read/records.h"

namespace mpitrace::read {

// Further entries of the call before, which may stand in the chunk before.
RecordReader::Step RecordReader::take_completed(std::uint64_t values) {
  listed_.clear();
  while (values > 0) {
    if (listed_.size() == kMaxListed || !take_entry()) return Step::kMalformed;
    const std::uint64_t used = listed_.back().has_status ? 4 : 1;
    if (used > values) return Step::kMalformed;
    values -= used;
  }
  return Step::kCompleted;
}

RecordReader::Step RecordReader::take_control() {
  std::uint64_t type = 0;
  std::uint64_t count = 0;
  if (!take(type) || !take(count)) return Step::kMalformed;
  if (type == static_cast<std::uint64_t>(format::Control::kPolls)) {
    return take_polls(count) ? Step::kPolls : Step::kMalformed;
  }
  if (type == static_cast<std::uint64_t>(format::Control::kCompleted)) return take_completed(count);
  if (type == static_cast<std::uint64_t>(format::Control::kPeerBytes)) {
    return take_peer_bytes(count) ? Step::kSkipped : Step::kMalformed;
  }
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t value = 0;
    if (!take(value)) return Step::kMalformed;
    if (i == 0) first = value;
    if (i == 1) second = value;
  }
  switch (type) {
    case static_cast<std::uint64_t>(format::Control::kPause):
      pass(first, 0);
      is_paused_ = true;
      return Step::kPause;
    case static_cast<std::uint64_t>(format::Control::kResume):
      pass(first, 0);
      is_paused_ = false;
      return Step::kResume;
    case static_cast<std::uint64_t>(format::Control::kFlush):
      pass(first, second);
      return std::exchange(own_work_, 0) == static_cast<std::uint64_t>(format::OwnWork::kClocks) ? Step::kClocksCompared
                                                                                                 : Step::kFlush;
    case static_cast<std::uint64_t>(format::Control::kOwnWork):
      own_work_ = first;
      return Step::kSkipped;
    case static_cast<std::uint64_t>(format::Control::kRegionBegin):
    case static_cast<std::uint64_t>(format::Control::kRegionEnd):
    case static_cast<std::uint64_t>(format::Control::kStep):
      return mark(type, first, second);
    default:
      return Step::kSkipped;
  }
}

RecordReader::Step RecordReader::mark(std::uint64_t type, std::uint64_t gap, std::uint64_t value) {
  pass(gap, 0);
  mark_ = value;
  if (type == static_cast<std::uint64_t>(format::Control::kRegionBegin)) return Step::kRegionBegin;
  return type == static_cast<std::uint64_t>(format::Control::kStep) ? Step::kStep : Step::kRegionEnd;
}

bool RecordReader::take_peer_bytes(std::uint64_t values) {
  std::uint64_t id = 0;
  if (values == 0 || !take(id)) return false;
  Context* context = find(id);
  if (context == nullptr) return false;
  if (context->peer_bytes == kNoRow) {
    context->peer_bytes = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back();
  }
  model::PeerBytes& row = rows_[context->peer_bytes];
  row = {};
  for (--values; values > 0; --values) {
    std::uint64_t run = 0;
    std::uint64_t more = 0;
    if (!take(run)) return false;
    if ((run & 1U) != 0 && (--values == 0 || !take(more))) return false;
    if (more >= kMaxPeers - row.bytes.size()) return false;
    const std::uint64_t bytes = run >> 1U;
    row.bytes.insert(row.bytes.end(), more + 1, bytes);
    row.most = std::max(row.most, bytes);
    if (bytes == 0) row.nothing += more + 1;
  }
  return true;
}

bool RecordReader::take_polls(std::uint64_t values) {
  polled_.clear();
  std::uint64_t gap = 0;
  std::uint64_t span = 0;
  if (values < 2 || (values - 2) % 3 != 0 || (values - 2) / 3 > kMaxContexts) return false;
  if (!take(gap) || !take(span)) return false;
  for (values -= 2; values > 0; values -= 3) {
    std::uint64_t context = 0;
    PolledUse polled;
    if (!take(context) || !take(polled.count) || !take(polled.busy_ticks)) return false;
    const ContextUse* use = find_context(context);
    if (use == nullptr) return false;
    polled.context = *use;
    calls_ += polled.count;
    polled_.push_back(polled);
  }
  pass(gap, span);
  return true;
}

}  // namespace mpitrace::read
