// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_track.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kMostNumbers = 96;  // bytes of two times, or a time and an id, and what stands between
// Viewers tell arrows apart by category, name and id together, and a third of all events are ends of arrows.
constexpr std::string_view kArrowCategory = "mpi";

}  // namespace

std::string name_and_category(std::string_view name, std::string_view category) {
  Text text;
  text << ",\"name\":";
  text.quoted(name) << ",\"cat\":\"" << category << "\",\"ts\":";
  return std::string(text.view());
}

ChromeTrack::ChromeTrack(std::uint64_t pid, std::uint64_t tid) {
  const std::string ids = "\"pid\":" + std::to_string(pid) + ",\"tid\":" + std::to_string(tid);
  slice_ = "{\"ph\":\"X\"," + ids;
  instant_ = "{\"ph\":\"i\",\"s\":\"t\"," + ids;
  begin_ = "{\"ph\":\"B\"," + ids;
  finish_ = "{\"ph\":\"E\"," + ids;
  const auto begin = [&](const char* what) { return "{\"ph\":\"s\"," + ids + name_and_category(what, kArrowCategory); };
  const auto end = [&](const char* what) {
    return "{\"ph\":\"f\",\"bp\":\"e\"," + ids + name_and_category(what, kArrowCategory);
  };
  arrows_[0] = begin("message");
  arrows_[1] = end("message");
  arrows_[2] = begin("request");
  arrows_[3] = end("request");
}

void ChromeTrack::plain_slice(Text& lines, std::string_view name_and_category, const Place& place) const {
  Line line(lines, slice_.size() + name_and_category.size() + kMostNumbers);
  line << slice_ << name_and_category;
  line.micros(place.start.ns) << ",\"dur\":";
  line.micros((place.end - place.start).ns) << "},\n";
}

void ChromeTrack::arrow(Text& lines, Arrow arrow, std::uint64_t flow, const Micros& when) const {
  const std::string& begin = arrows_[static_cast<std::size_t>(arrow)];
  Line line(lines, begin.size() + kMostNumbers);
  line << begin << when << ",\"id\":" << flow << "},\n";
}

void ChromeTrack::wait(Text& lines, std::string_view cause, const Place& place, std::int32_t for_rank) const {
  Line line(lines, slice_.size() + cause.size() + kMostNumbers + kMostNumbers);
  line << slice_ << ",\"name\":\"" << cause << "\",\"cat\":\"mpi.wait\",\"ts\":";
  line.micros(place.start.ns) << ",\"dur\":";
  line.micros((place.end - place.start).ns) << ",\"args\":{\"for_rank\":" << for_rank << "}},\n";
}

void ChromeTrack::arrival(Text& lines, const Arrival& arrival, const model::Run& run) const {
  const Micros begin(arrival.place.start.ns);
  {
    Line line(lines, slice_.size() + kMostNumbers + kMostNumbers);
    line << slice_ << ",\"name\":\"recv<-"
         << run.processes[static_cast<std::size_t>(arrival.receipts.front().sender)].rank.value
         << "\",\"cat\":\"mpi.wait\",\"ts\":" << begin << ",\"dur\":";
    line.micros((arrival.place.end - arrival.place.start).ns) << "},\n";
  }
  for (const model::Receipt& receipt : arrival.receipts) arrow(lines, Arrow::kMessageEnds, receipt.flow, begin);
}

}  // namespace mpitrace::present
