// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_rank.h"

#include <algorithm>

#include "present/json_arguments.h"
#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Record;
using model::Time;
using Arrow = ChromeTrack::Arrow;

constexpr std::size_t kMostNumbers = 128;  // bytes of a line's times and what stands between

ArgumentForm json_form() {
  const auto quoted = [](std::string_view name) {
    Text text;
    text.quoted(name);
    return std::string(text.view());
  };
  return {quoted, ",\"coll\":\""};
}

}  // namespace

ChromeRank::ChromeRank(const model::Run& run, const model::Communicators& communicators,
                       const std::vector<model::SiteName>& sites, std::size_t process, TrackIds ids,
                       const TimelineOptions& options)
    : Timeline(run, process, options),
      ids_(ids),
      names_(run, communicators, process, json_form()),
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
}

void ChromeRank::describe() {
  const auto name = [&](std::string_view what, std::uint64_t tid) -> Text& {
    written_ << R"({"ph":"M","pid":)" << ids_.pid << ",\"tid\":" << tid << ",\"name\":\"" << what << "\",\"args\":{";
    return written_;
  };
  name("process_name", ids_.first_tid) << "\"name\":";
  written_.quoted(process_name(process_, largest_rank(run_))) << "}},\n";
  name("process_sort_index", ids_.first_tid) << "\"sort_index\":" << ids_.pid - 1 << "}},\n";
  name("thread_name", ids_.first_tid) << "\"name\":\"computation\"}},\n";
  name("thread_sort_index", ids_.first_tid) << "\"sort_index\":0}},\n";
  for (std::size_t i = 0; i < process_.threads.size(); ++i) {
    name("thread_name", ids_.first_tid + i + 1) << "\"name\":";
    written_.quoted(thread_name(process_, i)) << "}},\n";
    name("thread_sort_index", ids_.first_tid + i + 1) << "\"sort_index\":" << i + 1 << "}},\n";
  }
}

std::size_t ChromeRank::most_bytes(const ChromeTrack& track, const SiteText& site) const {
  return track.slice().size() + site.name.size() + site.args.size() + 2 * names_.longest_name + kMostArgumentBytes +
         kMostNumbers;
}

void ChromeRank::begin_call(const model::MergedRecord& merged, const Place& place, Receipts early) {
  const Record& record = *merged.record;
  const ChromeTrack& track = tracks_[merged.thread];
  const SiteText& site = sites_[record.site];
  const Micros start(place.start.ns);
  {
    Line line(written_, most_bytes(track, site));
    line << track.slice() << site.name << start << ",\"dur\":";
    line.micros((place.end - place.start).ns) << site.args;
    JsonArguments arguments(line, names_);
    show_arguments(record, site.has_root, arguments);
    if (record.end == record.start) line << ",\"true_dur_ns\":0";
    if (const model::Duration by = moved(record); by.ns != 0) line << ",\"moved_ns\":" << by.ns;
    line << "}},\n";
  }
  arrows(merged, start, early);
}

void ChromeRank::continue_call(const model::MergedRecord& merged, const Place& place, Receipts early) {
  arrows(merged, Micros(place.start.ns), early);
}

void ChromeRank::arrows(const model::MergedRecord& merged, const Micros& start, Receipts early) {
  const ChromeTrack& track = tracks_[merged.thread];
  for (const std::uint64_t flow : merged.sent) track.arrow(written_, Arrow::kMessageBegins, flow, start);
  for (const std::uint64_t flow : merged.began) track.arrow(written_, Arrow::kRequestBegins, flow, start);
  for (const std::uint64_t flow : merged.completed) track.arrow(written_, Arrow::kRequestEnds, flow, start);
  for (const model::Receipt& receipt : early) track.arrow(written_, Arrow::kMessageEnds, receipt.flow, start);
}

void ChromeRank::show_wait(std::uint32_t thread, std::string_view cause, const Place& place, std::int32_t for_rank) {
  tracks_[thread].wait(written_, cause, place, for_rank);
}

void ChromeRank::show_arrival(std::uint32_t thread, const Arrival& arrival) {
  tracks_[thread].arrival(written_, arrival, run_);
}

void ChromeRank::show_late(const model::LateReceipt& late, Time when) {
  tracks_[late.thread].arrow(written_, Arrow::kMessageEnds, late.receipt.flow, Micros(when.ns));
}

void ChromeRank::show_polls(const model::MergedRecord& merged, const Place& place, std::uint32_t most) {
  const Record& record = *merged.record;
  const SiteText& site = sites_[most];
  std::uint64_t polls = 0;
  for (const model::PolledSite& polled : record.polled) polls += polled.count;
  written_ << tracks_[merged.thread].slice() << site.name;
  written_.micros(place.start.ns) << ",\"dur\":";
  written_.micros((place.end - place.start).ns)
      << site.args << ",\"failed_polls\":" << polls << ",\"busy_ns\":" << busy_ns(record);
  for (const model::PolledSite& polled : record.polled) {
    if (record.polled.size() == 1) break;
    written_ << ',';
    written_.quoted(polled_name(process_, polled.site)) << ':' << polled.count;
  }
  written_ << "}},\n";
}

void ChromeRank::show_own(std::uint32_t thread, std::string_view name, const Place& place) {
  tracks_[thread].plain_slice(written_, name_and_category(name, "mpitrace"), place);
}

void ChromeRank::show_computation(const Place& place) {
  computation_.plain_slice(written_, computation_name_, place);
}

void ChromeRank::begin_region(std::uint32_t thread, const Track::Region& region) {
  written_ << tracks_[thread].begin() << name_and_category(region.name, "region");
  written_.micros(region.start.ns) << "},\n";
}

void ChromeRank::end_region(std::uint32_t thread, Time end) {
  written_ << tracks_[thread].finish() << ",\"ts\":";
  written_.micros(end.ns) << "},\n";
}

void ChromeRank::show_step(std::uint32_t thread, std::uint64_t number, Time when) {
  written_ << tracks_[thread].instant() << name_and_category("step " + std::to_string(number), "region");
  written_.micros(when.ns) << "},\n";
}

void ChromeRank::show_loss(std::uint32_t thread, const Record& record, Time when) {
  written_ << tracks_[thread].instant() << name_and_category("records lost", "mpitrace");
  written_.micros(when.ns) << ",\"args\":{\"chunks\":" << record.lost_chunks
                           << ",\"calls_at_least\":" << record.lost_calls << "}},\n";
}

void ChromeRank::show_unfinished(const model::MergedRecord& merged, const Place& place) {
  const ChromeTrack& track = tracks_[merged.thread];
  const SiteText& site = sites_[merged.record->site];
  const Micros start(place.start.ns);
  {
    Line line(written_, most_bytes(track, site));
    line << track.slice() << site.name << start << ",\"dur\":";
    line.micros((place.end - place.start).ns) << site.args << ",\"unfinished\":1";
    JsonArguments arguments(line, names_);
    present::show_unfinished(*merged.record, arguments);
    line << "}},\n";
  }
  written_ << track.instant() << name_and_category("never returned", "mpitrace");
  written_.micros(place.start.ns) << "},\n";
  arrows(merged, start, merged.received);
}

void ChromeRank::show_counter(Counter counter, Time when, std::int64_t value) {
  if (counter != Counter::kBytesInFlight) return;
  Line line(written_, 4 * kMostNumbers);
  line << "{\"ph\":\"C\",\"pid\":" << ids_.pid << ",\"ts\":";
  line.micros(when.ns) << ",\"name\":\"bytes in flight\",\"args\":{\"bytes\":" << value << "}},\n";
}

}  // namespace mpitrace::present
