// SPDX-License-Identifier: BSD-3-Clause
#include "present/perfetto_rank.h"

#include <algorithm>
#include <utility>

#include "present/names.h"
#include "present/perfetto_arguments.h"
#include "present/perfetto_file.h"
#include "present/perfetto_names.h"
#include "present/perfetto_schema.h"

namespace mpitrace::present {
namespace {

using model::Kind;
using model::Record;
using model::Time;

constexpr std::size_t kFlowBytes = 10;
constexpr std::uint8_t kTrueDuration = argument_number("true_dur_ns");
constexpr std::uint8_t kUnfinished = argument_number("unfinished");
constexpr std::uint8_t kFailedPolls = argument_number("failed_polls");
constexpr std::uint8_t kBusyNs = argument_number("busy_ns");
constexpr std::uint8_t kChunks = argument_number("chunks");
constexpr std::uint8_t kCallsAtLeast = argument_number("calls_at_least");
constexpr std::uint8_t kEndUnknown = argument_number("end_unknown");
constexpr std::uint8_t kMovedNs = argument_number("moved_ns");
constexpr std::uint8_t kForRank = argument_number("for_rank");

// An event whose name is no call site's.
class NamedEvent : public Event {
 public:
  NamedEvent(Text& text, Sequence& sequence, Time when, std::uint64_t type, std::string_view category,
             std::string_view name, std::size_t most = 0)
      : Event(text, sequence, when, type, most + name.size() + 8 * Message::kFieldBytes) {
    fields().number(EventField::kCategoryId, perfetto_category(category));
    fields().text(EventField::kName, name);
  }
};

// One without anything more to say of it.
void mark(Text& text, Sequence& sequence, Time when, std::uint64_t type, std::string_view category,
          std::string_view name) {
  const NamedEvent event(text, sequence, when, type, category, name);
}

std::size_t flow_bytes(const model::MergedRecord& merged, std::size_t early) {
  return kFlowBytes * (merged.sent.size() + merged.began.size() + merged.completed.size() + early);
}

void put_flows(Message& event, const model::MergedRecord& merged, std::span<const model::Receipt> early) {
  for (const std::uint64_t flow : merged.sent) event.fixed(EventField::kFlows, flow);
  for (const std::uint64_t flow : merged.began) event.fixed(EventField::kFlows, flow);
  for (const std::uint64_t flow : merged.completed) event.fixed(EventField::kEndingFlows, flow);
  for (const model::Receipt& receipt : early) event.fixed(EventField::kEndingFlows, receipt.flow);
}

InternedNames intern(const model::Process& process, const std::vector<model::SiteName>& names) {
  InternedNames interned{perfetto_fixed_names(), {}};
  for (std::uint32_t site = 0; site < process.sites.size(); ++site)
    interned.sites.push_back(
        perfetto_site_names(site, process.functions[process.sites[site].function].name, names[site]));
  return interned;
}

}  // namespace

PerfettoRank::PerfettoRank(const TimelineSource& source, std::size_t process, const PerfettoIds& ids)
    : Timeline(source.run, process, source.options),
      ids_(ids),
      names_(source.run, source.communicators, process, {valid_text, ""}),
      interned_(intern(process_, source.sites[process])),
      computation_(ids.computation, uuid(TrackKind::kComputation, 0), interned_),
      late_(ids.late, uuid(TrackKind::kProcess, 0), interned_, {}, Sequence::Clock::kAbsolute) {
  for (std::uint32_t site = 0; site < process_.sites.size(); ++site) {
    const model::Function& function = process_.functions[process_.sites[site].function];
    sites_.push_back(
        {perfetto_site_fields(site, category(function), source.sites[process][site]), has_root(function.name)});
  }
  for (std::uint32_t i = 0; i < process_.threads.size(); ++i)
    threads_.emplace_back(ids.first_thread + i, uuid(TrackKind::kThread, i), interned_);
  for (std::uint32_t i = 0; i < kCounters; ++i)
    counters_.emplace_back(ids.first_counter + i, uuid(TrackKind::kCounter, i), interned_, describe_counter(i));
}

std::size_t PerfettoRank::most_bytes(std::uint32_t site) const {
  return sites_[site].fields.size() + 2 * names_.longest_name + kMostArgumentBytes;
}

void PerfettoRank::begin_call(const model::MergedRecord& merged, const Place& place, Receipts early) {
  const Record& record = *merged.record;
  const SiteFields& site = sites_[record.site];
  Sequence& sequence = threads_[merged.thread];
  sequence.know(written_, record.site);
  Event event(written_, sequence, place.start, EventType::kBegin,
              most_bytes(record.site) + flow_bytes(merged, early.size()));
  event.fields().raw(site.fields);
  PerfettoArguments arguments(event.fields(), names_);
  show_arguments(record, site.has_root, arguments);
  if (record.end == record.start) put_annotation(event.fields(), kTrueDuration, 0);
  if (const model::Duration by = moved(record); by.ns != 0) put_annotation(event.fields(), kMovedNs, by.ns);
  put_flows(event.fields(), merged, early);
}

// The call's beginning is written: what ends in it ends at a mark there.
void PerfettoRank::continue_call(const model::MergedRecord& merged, const Place& place, Receipts early) {
  const std::size_t bytes = flow_bytes(merged, early.size());
  if (bytes == 0) return;
  NamedEvent event(written_, threads_[merged.thread], place.start, EventType::kInstant, "mpi.wait", "more requests",
                   bytes);
  put_flows(event.fields(), merged, early);
}

void PerfettoRank::end_call(std::uint32_t thread, Time end) {
  threads_[thread].end_slice(written_, end);
}

std::string PerfettoRank::recv_name(const model::Receipt& receipt) const {
  return "recv<-" + std::to_string(rank_of(receipt.sender));
}

void PerfettoRank::show_wait(std::uint32_t thread, std::string_view cause, const Place& place, std::int32_t for_rank) {
  Sequence& sequence = threads_[thread];
  {
    NamedEvent event(written_, sequence, place.start, EventType::kBegin, "mpi.wait", cause);
    put_annotation(event.fields(), kForRank, for_rank);
  }
  sequence.end_slice(written_, place.end);
}

void PerfettoRank::show_arrival(std::uint32_t thread, const Arrival& arrival) {
  Sequence& sequence = threads_[thread];
  {
    NamedEvent event(written_, sequence, arrival.place.start, EventType::kBegin, "mpi.wait",
                     recv_name(arrival.receipts.front()), kFlowBytes * arrival.receipts.size());
    put_flows(event.fields(), {}, arrival.receipts);
  }
  sequence.end_slice(written_, arrival.place.end);
}

void PerfettoRank::show_late(const model::LateReceipt& late, Time when) {
  NamedEvent event(written_, late_, when, EventType::kInstant, "mpi.wait", recv_name(late.receipt));
  event.fields().number(EventField::kTrackUuid, uuid(TrackKind::kThread, late.thread));
  event.fields().fixed(EventField::kEndingFlows, late.receipt.flow);
}

void PerfettoRank::show_polls(const model::MergedRecord& merged, const Place& place, std::uint32_t most) {
  const Record& record = *merged.record;
  Sequence& sequence = threads_[merged.thread];
  sequence.know(written_, most);
  std::int64_t polls = 0;
  std::size_t bytes = most_bytes(most);
  for (const model::PolledSite& polled : record.polled) {
    polls = model::wrapping_add(polls, static_cast<std::int64_t>(polled.count));
    bytes += valid_text(polled_name(process_, polled.site)).size() + 3 * Message::kFieldBytes;
  }
  {
    Event event(written_, sequence, place.start, EventType::kBegin, bytes);
    event.fields().raw(sites_[most].fields);
    put_annotation(event.fields(), kFailedPolls, polls);
    put_annotation(event.fields(), kBusyNs, busy_ns(record));
    for (const model::PolledSite& polled : record.polled) {
      if (record.polled.size() == 1) break;
      const std::size_t body = event.fields().begin(EventField::kAnnotation);
      event.fields().text(AnnotationField::kName, valid_text(polled_name(process_, polled.site)));
      event.fields().number(AnnotationField::kNumber, polled.count);
      event.fields().end(body);
    }
  }
  sequence.end_slice(written_, place.end);
}

void PerfettoRank::show_own(std::uint32_t thread, std::string_view name, const Place& place) {
  mark(written_, threads_[thread], place.start, EventType::kBegin, "mpitrace", name);
  threads_[thread].end_slice(written_, place.end);
}

void PerfettoRank::show_computation(const Place& place) {
  mark(written_, computation_, place.start, EventType::kBegin, "compute", "computation");
  computation_.end_slice(written_, place.end);
}

void PerfettoRank::begin_region(std::uint32_t thread, const Track::Region& region) {
  mark(written_, threads_[thread], region.start, EventType::kBegin, "region", valid_text(region.name));
}

void PerfettoRank::end_region(std::uint32_t thread, Time end) {
  threads_[thread].end_slice(written_, end);
}

void PerfettoRank::show_step(std::uint32_t thread, std::uint64_t number, Time when) {
  mark(written_, threads_[thread], when, EventType::kInstant, "region", "step " + std::to_string(number));
}

void PerfettoRank::show_loss(std::uint32_t thread, const Record& record, Time when) {
  NamedEvent event(written_, threads_[thread], when, EventType::kInstant, "mpitrace", "records lost");
  put_annotation(event.fields(), kChunks, static_cast<std::int64_t>(record.lost_chunks));
  put_annotation(event.fields(), kCallsAtLeast, static_cast<std::int64_t>(record.lost_calls));
}

void PerfettoRank::show_unfinished(const model::MergedRecord& merged, const Place& place) {
  const std::uint32_t site = merged.record->site;
  Sequence& sequence = threads_[merged.thread];
  sequence.know(written_, site);
  {
    const std::size_t bytes = most_bytes(site) + flow_bytes(merged, merged.received.size());
    Event event(written_, sequence, place.start, EventType::kBegin, bytes);
    event.fields().raw(sites_[site].fields);
    put_annotation(event.fields(), kUnfinished, 1);
    PerfettoArguments arguments(event.fields(), names_);
    present::show_unfinished(*merged.record, arguments);
    put_flows(event.fields(), merged, merged.received);
  }
  mark(written_, sequence, place.start, EventType::kInstant, "mpitrace", "never returned");
  sequence.end_slice(written_, place.end);
}

void PerfettoRank::show_counter(Counter counter, Time when, std::int64_t value) {
  Event event(written_, counters_[static_cast<std::size_t>(counter)], when, EventType::kCounter, Message::kFieldBytes);
  event.fields().number(EventField::kCounterValue, static_cast<std::uint64_t>(value));
}

void PerfettoRank::follow_requests(const model::MergedRecord& merged, const Place& place) {
  const Record& record = *merged.record;
  const std::string_view unknown = record.kind == Kind::kRequestFree ? "request freed" : "";
  for (const std::uint64_t flow : merged.completed)
    requests_.end_one(flow, place.end,
                      [&](std::size_t number, const auto& lane) { show_request(number, lane, unknown); });
  if (merged.began.empty()) return;
  arguments_.clear();
  {
    Message message(arguments_, most_bytes(record.site));
    message.raw(sites_[record.site].fields);
    PerfettoArguments arguments(message, names_);
    show_arguments(record, sites_[record.site].has_root, arguments);
  }
  for (const std::uint64_t flow : merged.began) {
    RequestLanes::Lane* lane = requests_.begin(flow, place.start);
    if (lane == nullptr) continue;
    lane->site = record.site;
    lane->arguments = arguments_.view();
  }
}

void PerfettoRank::lose_requests(Time when, std::string_view why) {
  requests_.end_all(when, [&](std::size_t number, const auto& lane) { show_request(number, lane, why); });
}

void PerfettoRank::end_requests() {
  lose_requests(run_.end, "end of the record");
  add_hidden_requests(requests_.without_lane());
}

void PerfettoRank::show_request(std::size_t number, const RequestLanes::Lane& lane, std::string_view unknown) {
  if (!is_wanted(lane.start, lane.end)) return;
  while (lanes_.size() <= number)
    lanes_.emplace_back(ids_.first_lane + static_cast<std::uint32_t>(lanes_.size()),
                        uuid(TrackKind::kLane, lanes_.size()), interned_, describe_lane(lanes_.size()));
  Sequence& sequence = lanes_[number];
  sequence.know(written_, lane.site);
  {
    Event event(written_, sequence, lane.start, EventType::kBegin, lane.arguments.size() + unknown.size() + 64);
    event.fields().raw(lane.arguments);
    if (!unknown.empty()) put_annotation(event.fields(), kEndUnknown, unknown);
  }
  sequence.end_slice(written_, lane.end);
}

}  // namespace mpitrace::present
