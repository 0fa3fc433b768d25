// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_rank.h"

#include <algorithm>
#include <utility>

#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Record;
using model::RecordType;
using model::Time;
using Arrow = ChromeTrack::Arrow;

constexpr std::int64_t kCounterEveryNs = 10'000;
constexpr std::size_t kMostNumbers = 128;  // bytes of a line's times and what stands between

std::int64_t busy_ns_of(const Record& polls) {
  std::int64_t busy_ns = 0;
  for (const model::PolledSite& polled : polls.polled) busy_ns = model::wrapping_add(busy_ns, polled.busy.ns);
  return busy_ns;
}

}  // namespace

ChromeRank::ChromeRank(const model::Run& run, const model::Communicators& communicators,
                       const std::vector<model::SiteName>& sites, std::size_t process, TrackIds ids,
                       const ChromeOptions& options)
    : run_(run),
      process_(run.processes[process]),
      ids_(ids),
      options_(options),
      names_{run},
      computation_(ids.pid, ids.first_tid),
      computation_name_(name_and_category("computation", "compute")) {
  for (std::size_t i = 0; i < process_.sites.size(); ++i) {
    const model::Function& function = process_.functions[process_.sites[i].function];
    Text args;
    args << ",\"args\":{\"at\":";
    args.quoted(sites[i].place);
    if (!sites[i].function.empty()) (args << ",\"in\":").quoted(sites[i].function);
    sites_.push_back(
        {name_and_category(function.name, category(function)), std::string(args.view()), has_root(function.name)});
  }
  for (std::size_t thread = 0; thread < process_.threads.size(); ++thread)
    tracks_.emplace_back(ids.pid, ids.first_tid + thread + 1);
  for (const auto& [id, view] : communicators.views[process]) {
    const model::Communicator& communicator = communicators.all[view.communicator];
    Text name;
    name.quoted(communicator.name);
    names_.longest_name = std::max(names_.longest_name, name.size());
    names_.communicators.add(id, {std::string(name.view()), ",\"coll\":\"" + std::to_string(view.communicator) + ":",
                                  &communicators.peers(view), communicator.is_world});
  }
  for (const auto& [id, window] : process_.windows) names_.windows.add(id, text_of(window, window_name(process_, id)));
  for (const auto& [id, file] : process_.files) names_.files.add(id, text_of(file, file_name(process_, id)));
}

// A window or file: something made together on a communicator, by one of its collectives.
template <class Local>
CommunicatorText ChromeRank::text_of(const Local& local, const std::string& name) {
  CommunicatorText text;
  if (const CommunicatorText* parent = names_.communicators.find(local.communicator)) {
    text = *parent;
    text.collective += std::to_string(local.parent_sequence) + ":";
  }
  Text quoted;
  quoted.quoted(name);
  text.name = quoted.view();
  names_.longest_name = std::max(names_.longest_name, quoted.size());
  return text;
}

void ChromeRank::describe() {
  const auto name = [&](std::string_view what, std::uint64_t tid) -> Text& {
    lines_ << R"({"ph":"M","pid":)" << ids_.pid << ",\"tid\":" << tid << ",\"name\":\"" << what << "\",\"args\":{";
    return lines_;
  };
  std::int32_t largest = 0;
  for (const model::Process& process : run_.processes) largest = std::max(largest, process.rank.value);
  name("process_name", ids_.first_tid) << "\"name\":";
  lines_.quoted(process_name(process_, largest)) << "}},\n";
  name("process_sort_index", ids_.first_tid) << "\"sort_index\":" << ids_.pid - 1 << "}},\n";
  name("thread_name", ids_.first_tid) << "\"name\":\"computation\"}},\n";
  name("thread_sort_index", ids_.first_tid) << "\"sort_index\":0}},\n";
  for (std::size_t i = 0; i < process_.threads.size(); ++i) {
    const model::Thread& thread = process_.threads[i];
    const std::string plain = i == 0 ? "main thread" : "thread " + std::to_string(thread.number);
    name("thread_name", ids_.first_tid + i + 1) << "\"name\":";
    lines_.quoted(thread.name.empty() || i == 0 ? plain : plain + " " + thread.name) << "}},\n";
    name("thread_sort_index", ids_.first_tid + i + 1) << "\"sort_index\":" << i + 1 << "}},\n";
  }
}

void ChromeRank::take(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  ChromeTrack& track = tracks_[merged.thread];
  if (merged.thread == 0) add_computation(record, std::max(record.start, track.end()));
  if (!track.regions.empty() && is_wanted(record.start, record.end)) begin_regions(track);
  switch (record.type) {
    case RecordType::kCall:
      return take_call(merged, track);
    case RecordType::kCompleted:
      if (is_wanted(record.start, record.end))
        arrows(merged, {record.start, track.end()}, Micros(record.start.ns), track);
      return;
    case RecordType::kPolls:
      return take_polls(record, track);
    case RecordType::kPause:
      track.paused = record.start;
      return;
    case RecordType::kResume:
      own_slice("recording paused", track.paused, record.end, track);
      track.paused = model::kLatest;
      return;
    case RecordType::kFlush:
      return own_slice("trace written", record.start, record.end, track);
    case RecordType::kClocksCompared:
      return own_slice("clocks compared", record.start, record.end, track);
    case RecordType::kLoss:
      return take_loss(record, track);
    case RecordType::kUnfinished:
      return take_unfinished(merged, track);
    case RecordType::kRegionBegin:
      track.regions.push_back({std::string(record.name), std::max(record.start, track.end()), false});
      return;
    case RecordType::kRegionEnd:
      return end_region(std::max(record.end, track.end()), track);
    case RecordType::kStep:
      return take_step(record, track);
  }
}

// A region stands in its thread's own track: the calls made in it lie within it. Its beginning is written with the
// first thing in it that is.
void ChromeRank::begin_regions(ChromeTrack& track) {
  for (ChromeTrack::Region& region : track.regions) {
    if (std::exchange(region.is_written, true)) continue;
    lines_ << track.begin() << name_and_category(region.name, "region");
    lines_.micros(region.start.ns) << "},\n";
  }
}

void ChromeRank::end_region(Time end, ChromeTrack& track) {
  if (track.regions.empty()) return;  // it began in a chunk that was lost
  if (is_wanted(track.regions.back().start, end)) begin_regions(track);
  if (track.regions.back().is_written) {
    lines_ << track.finish() << ",\"ts\":";
    lines_.micros(end.ns) << "},\n";
  }
  track.regions.pop_back();
}

void ChromeRank::take_step(const Record& record, const ChromeTrack& track) {
  const Time when = std::max(record.start, track.end());
  if (!is_wanted(when, when)) return;
  lines_ << track.instant() << name_and_category("step " + std::to_string(record.number), "region");
  lines_.micros(when.ns) << "},\n";
}

void ChromeRank::take_call(const model::MergedRecord& merged, ChromeTrack& track) {
  const Record& record = *merged.record;
  const ChromeTrack::Place place = track.place(record.start, record.end);
  count_bytes_in_flight(place.end, merged.bytes_in_flight);
  if (!is_wanted(place.start, place.end)) return;
  const SiteText& site = sites_[record.site];
  const Micros start(place.start.ns);
  {
    Line line(lines_, track.slice().size() + site.name.size() + site.args.size() + 2 * names_.longest_name +
                          kMostArgumentBytes + kMostNumbers);
    line << track.slice() << site.name << start << ",\"dur\":";
    line.micros((place.end - place.start).ns) << site.args;
    JsonArguments arguments(line, names_);
    show_arguments(record, site.has_root, arguments);
    if (record.end == record.start) line << ",\"true_dur_ns\":0";
    if (!process_.clock_moves.empty()) line << moved(record);
    line << "}},\n";
  }
  if (merged.awaited.cause != model::WaitCause::kNone)
    track.wait(lines_, wait_name(merged.awaited.cause), merged.awaited.start, place,
               run_.processes[static_cast<std::size_t>(merged.awaited.process)].rank.value);
  arrows(merged, place, start, track);
}

void ChromeRank::arrows(const model::MergedRecord& merged, const ChromeTrack::Place& place, const Micros& start,
                        ChromeTrack& track) {
  for (const std::uint64_t flow : merged.sent) track.arrow(lines_, Arrow::kMessageBegins, flow, start);
  for (const std::uint64_t flow : merged.began) track.arrow(lines_, Arrow::kRequestBegins, flow, start);
  for (const std::uint64_t flow : merged.completed) track.arrow(lines_, Arrow::kRequestEnds, flow, start);
  if (!merged.received.empty()) track.receipts(lines_, merged.received, place, run_);
}

void ChromeRank::take_late(const model::LateReceipt& late) {
  if (!is_wanted(late.start, late.end)) return;
  const Time last = std::max(late.start, late.end - model::Duration{1});
  tracks_[late.thread].arrow(lines_, Arrow::kMessageEnds, late.receipt.flow,
                             Micros((late.receipt.sent < late.start ? late.start : last).ns));
}

// How far the repair of clocks moved the call's end; most calls it left alone.
std::string ChromeRank::moved(const Record& record) const {
  const model::Duration by = model::shift_at(process_.clock_moves, record.end);
  return by.ns == 0 ? std::string() : ",\"moved_ns\":" + std::to_string(by.ns);
}

// All failed polls in a row are one slice, named after the function that polled most.
void ChromeRank::take_polls(const Record& record, ChromeTrack& track) {
  const ChromeTrack::Place place = track.place(record.start, record.end);
  if (!is_wanted(place.start, place.end) || record.polled.empty()) return;
  const auto most = std::max_element(record.polled.begin(), record.polled.end(),
                                     [](const auto& a, const auto& b) { return a.count < b.count; });
  std::uint64_t polls = 0;
  for (const model::PolledSite& polled : record.polled) polls += polled.count;
  const SiteText& site = sites_[most->site];
  lines_ << track.slice() << site.name;
  lines_.micros(place.start.ns) << ",\"dur\":";
  lines_.micros((place.end - place.start).ns)
      << site.args << ",\"failed_polls\":" << polls << ",\"busy_ns\":" << busy_ns_of(record);
  for (const model::PolledSite& polled : record.polled) {
    if (record.polled.size() == 1) break;
    lines_ << ',';
    lines_.quoted(process_.functions[process_.sites[polled.site].function].name + " #" + std::to_string(polled.site))
        << ':' << polled.count;
  }
  lines_ << "}},\n";
}

void ChromeRank::own_slice(std::string_view name, Time start, Time end, ChromeTrack& track) {
  if (start >= end || track.end() >= end) return;
  const ChromeTrack::Place place = track.place(start, end);
  if (is_wanted(place.start, place.end)) track.plain_slice(lines_, name_and_category(name, "mpitrace"), place);
}

void ChromeRank::take_loss(const Record& record, const ChromeTrack& track) {
  const Time when = std::max(record.start, track.end());
  if (!is_wanted(when, when)) return;
  lines_ << track.instant() << name_and_category("records lost", "mpitrace");
  lines_.micros(when.ns) << ",\"args\":{\"chunks\":" << record.lost_chunks
                         << ",\"calls_at_least\":" << record.lost_calls << "}},\n";
}

void ChromeRank::take_unfinished(const model::MergedRecord& merged, ChromeTrack& track) {
  const Record& record = *merged.record;
  ++unfinished_;
  const ChromeTrack::Place place = track.place(record.start, run_.end);
  const SiteText& site = sites_[record.site];
  {
    Line line(lines_, track.slice().size() + site.name.size() + site.args.size() + 2 * names_.longest_name +
                          kMostArgumentBytes + kMostNumbers);
    line << track.slice() << site.name;
    line.micros(place.start.ns) << ",\"dur\":";
    line.micros((place.end - place.start).ns) << site.args << ",\"unfinished\":1";
    JsonArguments arguments(line, names_);
    show_unfinished(record, arguments);
    line << "}},\n";
  }
  lines_ << track.instant() << name_and_category("never returned", "mpitrace");
  lines_.micros(place.start.ns) << "},\n";
  arrows(merged, place, Micros(place.start.ns), track);
}

// What the main thread does between its calls. Folded polls count as calls if most of their time was spent inside them.
void ChromeRank::add_computation(const Record& record, Time start) {
  const bool is_call = record.type == RecordType::kCall || record.type == RecordType::kUnfinished ||
                       (record.type == RecordType::kPolls && busy_ns_of(record) >= (record.end - record.start).ns / 2);
  if (record.type == RecordType::kPause || record.type == RecordType::kLoss)
    has_call_ = false;  // nobody knows what it does now
  if (!is_call && record.type != RecordType::kFlush && record.type != RecordType::kClocksCompared) return;
  if (has_call_ && call_end_ < start) {
    const ChromeTrack::Place place = computation_.place(call_end_, start);
    if (is_wanted(place.start, place.end)) computation_.plain_slice(lines_, computation_name_, place);
  }
  has_call_ = has_call_ || is_call;
  call_end_ = std::max(record.end, start + model::Duration{1});
}

// A value is shown at most every 10 us: the last one of a burst is shown when the time is up, as it still held then.
void ChromeRank::count_bytes_in_flight(Time when, std::int64_t bytes) {
  const model::Duration every{kCounterEveryNs};
  if (pending_bytes_ != bytes_ && when >= bytes_shown_at_ + every) counter(bytes_shown_at_ + every, pending_bytes_);
  pending_bytes_ = bytes;
  if (bytes != bytes_ && when >= bytes_shown_at_ + every) counter(when, bytes);
}

void ChromeRank::counter(Time when, std::int64_t bytes) {
  bytes_ = bytes;
  bytes_shown_at_ = when;
  if (!is_wanted(when, when)) return;
  Line line(lines_, 4 * kMostNumbers);
  line << "{\"ph\":\"C\",\"pid\":" << ids_.pid << ",\"ts\":";
  line.micros(when.ns) << ",\"name\":\"bytes in flight\",\"args\":{\"bytes\":" << bytes << "}},\n";
}

void ChromeRank::finish() {
  if (pending_bytes_ != bytes_) counter(bytes_shown_at_ + model::Duration{kCounterEveryNs}, pending_bytes_);
  for (ChromeTrack& track : tracks_) {
    own_slice("recording paused", track.paused, run_.end, track);
    while (!track.regions.empty()) end_region(std::max(run_.end, track.end()), track);
  }
}

}  // namespace mpitrace::present
