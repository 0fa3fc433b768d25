// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_track.h"

#include <algorithm>

namespace mpitrace::present {
namespace {

using model::Time;

constexpr std::size_t kMostNumbers = 96;  // bytes of two times, or a time and an id, and what stands between
// Viewers tell arrows apart by category, name and id together, and a third of all events are ends of arrows.
constexpr std::string_view kArrowCategory = "mpi";

std::int32_t rank_of(const model::Run& run, std::int32_t process) {
  return run.processes[static_cast<std::size_t>(process)].rank.value;
}

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

ChromeTrack::Place ChromeTrack::place(Time start, Time end) {
  start = std::max(start, end_);
  end_ = std::max(end, start + model::Duration{1});
  return {start, end_};
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

void ChromeTrack::wait(Text& lines, std::string_view cause, Time until, const Place& place,
                       std::int32_t for_rank) const {
  const Time end = std::min(until, place.end - model::Duration{1});
  if (end <= place.start) return;
  Line line(lines, slice_.size() + cause.size() + kMostNumbers + kMostNumbers);
  line << slice_ << ",\"name\":\"" << cause << "\",\"cat\":\"mpi.wait\",\"ts\":";
  line.micros(place.start.ns) << ",\"dur\":";
  line.micros((end - place.start).ns) << ",\"args\":{\"for_rank\":" << for_rank << "}},\n";
}

// An arrow ends at the call that received, or, if that call began before the message was sent, at a slice inside it
// that begins with the sending: viewers draw an arrow from the slice that begins first. Such a slice ends a nanosecond
// before what follows it or holds it: viewers that add times up as doubles would see them overlap otherwise.
void ChromeTrack::receipts(Text& lines, std::span<const model::Receipt> received, const Place& place,
                           const model::Run& run) {
  const Time last = place.end - model::Duration{2};  // where a slice inside can begin
  const Micros start(place.start.ns);
  late_.clear();
  for (const model::Receipt& receipt : received) {
    if (receipt.sent < place.start || last <= place.start) {
      arrow(lines, Arrow::kMessageEnds, receipt.flow, start);
    } else {
      late_.push_back(receipt);
    }
  }
  if (late_.empty()) return;
  std::sort(late_.begin(), late_.end(),
            [](const auto& a, const auto& b) { return a.sent != b.sent ? a.sent < b.sent : a.flow < b.flow; });
  Time at = std::min(late_.front().sent + model::Duration{1}, last);
  wait(lines, "late sender", at - model::Duration{1}, place, rank_of(run, late_.front().sender));
  bool has_slice = false;
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Time next = place.end;
    if (i + 1 < late_.size()) next = std::max(at + model::Duration{2}, late_[i + 1].sent + model::Duration{1});
    if (next > last) next = place.end;  // what follows has no room of its own
    const Micros begin(at.ns);
    if (!has_slice) {
      Line line(lines, slice_.size() + kMostNumbers + kMostNumbers);
      line << slice_ << ",\"name\":\"recv<-" << rank_of(run, late_[i].sender)
           << "\",\"cat\":\"mpi.wait\",\"ts\":" << begin << ",\"dur\":";
      line.micros((next - at).ns - 1) << "},\n";
    }
    arrow(lines, Arrow::kMessageEnds, late_[i].flow, begin);
    has_slice = next == place.end;
    if (!has_slice) at = next;
  }
}

}  // namespace mpitrace::present
