// SPDX-License-Identifier: BSD-3-Clause
#include "present/timeline.h"

#include <algorithm>
#include <utility>

#include "model/clock_shift.h"
#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Kind;
using model::Record;
using model::RecordType;
using model::Time;

// Only these have more requests than a record may list.
bool may_go_on(Kind kind) {
  return kind == Kind::kComplete || kind == Kind::kStart;
}

}  // namespace

std::int64_t busy_ns(const Record& polls) {
  std::int64_t busy_ns = 0;
  for (const model::PolledSite& polled : polls.polled) busy_ns = model::wrapping_add(busy_ns, polled.busy.ns);
  return busy_ns;
}

Timeline::Timeline(const model::Run& run, std::size_t process, const TimelineOptions& options)
    : run_(run), process_(run.processes[process]), options_(options), tracks_(process_.threads.size()) {}

void Timeline::take(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  Track& track = tracks_[merged.thread];
  if (track.has_call && record.type != RecordType::kCompleted) close_call(merged.thread, track);
  if (merged.thread == 0) add_computation(record, std::max(record.start, track.end()));
  if (!track.regions.empty() && is_wanted(record.start, record.end)) begin_regions(merged.thread, track);
  const Time when = std::max(record.start, track.end());
  switch (record.type) {
    case RecordType::kCall:
      return take_call(merged, track);
    case RecordType::kCompleted:
      return take_more(merged, track);
    case RecordType::kPolls:
      return take_polls(merged, track);
    case RecordType::kPause:
      lose_requests(when, "recording paused");
      track.paused = record.start;
      return;
    case RecordType::kResume:
      take_own(merged.thread, "recording paused", track.paused, record.end);
      track.paused = model::kLatest;
      return;
    case RecordType::kFlush:
      return take_own(merged.thread, "trace written", record.start, record.end);
    case RecordType::kClocksCompared:
      return take_own(merged.thread, "clocks compared", record.start, record.end);
    case RecordType::kLoss:
      lose_requests(when, "records lost");
      if (is_wanted(when, when)) show_loss(merged.thread, record, when);
      return;
    case RecordType::kUnfinished:
      return take_unfinished(merged, track);
    case RecordType::kRegionBegin:
      track.regions.push_back({std::string(record.name), when, false});
      return;
    case RecordType::kRegionEnd:
      return take_region_end(merged.thread, std::max(record.end, track.end()));
    case RecordType::kStep:
      if (is_wanted(when, when)) show_step(merged.thread, record.number, when);
      return;
  }
}

void Timeline::take_call(const model::MergedRecord& merged, Track& track) {
  const Record& record = *merged.record;
  const Place place = track.place(record.start, record.end);
  count(merged, place.end);
  if (!merged.began.empty() || !merged.completed.empty()) follow_requests(merged, place);
  if (!is_wanted(place.start, place.end)) return;
  begin_call(merged, place, early_of(merged, place, track));
  track.has_call = true;
  track.call = place;
  if (merged.awaited.cause != model::WaitCause::kNone)
    take_wait(merged.thread, wait_name(merged.awaited.cause), merged.awaited.start, merged.awaited.process);
  if (!may_go_on(record.kind)) close_call(merged.thread, track);
}

void Timeline::take_more(const model::MergedRecord& merged, Track& track) {
  const Place place = track.has_call ? track.call : Place{merged.record->start, merged.record->end};
  follow_requests(merged, place);
  if (track.has_call) continue_call(merged, place, early_of(merged, place, track));
}

// The beginning of the call at hand, up to `until`: a slice in it, named after the cause.
void Timeline::take_wait(std::uint32_t thread, std::string_view cause, Time until, std::int32_t process) {
  const Place& call = tracks_[thread].call;
  const Time end = std::min(until, call.end - model::Duration{1});
  if (end > call.start) show_wait(thread, cause, {call.start, end}, rank_of(process));
}

void Timeline::close_call(std::uint32_t thread, Track& track) {
  track.has_call = false;
  track.show_arrivals(
      [&](Time until, const model::Receipt& first) { take_wait(thread, "late sender", until, first.sender); },
      [&](const Arrival& arrival) { show_arrival(thread, arrival); });
  end_call(thread, track.call.end);
}

// The others wait in the track for the call's end.
Timeline::Receipts Timeline::early_of(const model::MergedRecord& merged, const Place& place, Track& track) {
  early_.clear();
  for (const model::Receipt& receipt : merged.received)
    (Track::is_early(receipt, place) ? early_ : track.late).push_back(receipt);
  return early_;
}

model::Duration Timeline::moved(const Record& record) const {
  return process_.clock_moves.empty() ? model::Duration{0} : model::shift_at(process_.clock_moves, record.end);
}

void Timeline::take_late(const model::LateReceipt& late) {
  if (!is_wanted(late.start, late.end)) return;
  const Time last = std::max(late.start, late.end - model::Duration{1});
  show_late(late, late.receipt.sent < late.start ? late.start : last);
}

void Timeline::take_polls(const model::MergedRecord& merged, Track& track) {
  const Record& record = *merged.record;
  const Place place = track.place(record.start, record.end);
  if (!is_wanted(place.start, place.end) || record.polled.empty()) return;
  const auto most = std::max_element(record.polled.begin(), record.polled.end(),
                                     [](const auto& a, const auto& b) { return a.count < b.count; });
  show_polls(merged, place, most->site);
}

void Timeline::take_unfinished(const model::MergedRecord& merged, Track& track) {
  const Place place = track.place(merged.record->start, run_.end);
  if (!is_wanted(place.start, place.end)) return;
  ++unfinished_;
  show_unfinished(merged, place);
}

// What the recorder did itself.
void Timeline::take_own(std::uint32_t thread, std::string_view name, Time start, Time end) {
  Track& track = tracks_[thread];
  if (start >= end || track.end() >= end) return;
  const Place place = track.place(start, end);
  if (is_wanted(place.start, place.end)) show_own(thread, name, place);
}

// A region stands in its thread's own track: the calls made in it lie within it. Its beginning is shown with the first
// thing in it that is.
void Timeline::begin_regions(std::uint32_t thread, Track& track) {
  for (Track::Region& region : track.regions) {
    if (!std::exchange(region.is_begun, true)) begin_region(thread, region);
  }
}

void Timeline::take_region_end(std::uint32_t thread, Time end) {
  Track& track = tracks_[thread];
  if (track.regions.empty()) return;  // it began in a chunk that was lost
  if (is_wanted(track.regions.back().start, end)) begin_regions(thread, track);
  if (track.regions.back().is_begun) end_region(thread, end);
  track.regions.pop_back();
}

// What the main thread does between its calls. Folded polls count as calls if most of their time was spent inside them.
void Timeline::add_computation(const Record& record, Time start) {
  const bool is_call = record.type == RecordType::kCall || record.type == RecordType::kUnfinished ||
                       (record.type == RecordType::kPolls && busy_ns(record) >= (record.end - record.start).ns / 2);
  if (record.type == RecordType::kPause || record.type == RecordType::kLoss)
    has_call_ = false;  // nobody knows what it does now
  if (!is_call && record.type != RecordType::kFlush && record.type != RecordType::kClocksCompared) return;
  if (has_call_ && call_end_ < start) {
    const Place place = computation_.place(call_end_, start);
    if (is_wanted(place.start, place.end)) show_computation(place);
  }
  has_call_ = has_call_ || is_call;
  call_end_ = std::max(record.end, start + model::Duration{1});
}

void Timeline::count(const model::MergedRecord& merged, Time when) {
  bytes_.set(when, merged.bytes_in_flight, show_of(Counter::kBytesInFlight));
  requests_.set(when, merged.requests_in_flight, show_of(Counter::kRequestsInFlight));
}

void Timeline::finish() {
  bytes_.finish(show_of(Counter::kBytesInFlight));
  requests_.finish(show_of(Counter::kRequestsInFlight));
  for (std::uint32_t thread = 0; thread < tracks_.size(); ++thread) {
    Track& track = tracks_[thread];
    if (track.has_call) close_call(thread, track);
    take_own(thread, "recording paused", track.paused, run_.end);
    while (!track.regions.empty()) take_region_end(thread, std::max(run_.end, track.end()));
  }
  end_requests();
}

}  // namespace mpitrace::present
