// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_rank.h"

#include <algorithm>

#include "present/arguments.h"
#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Record;
using model::RecordType;
using model::Time;

constexpr std::int64_t kCounterEveryNs = 10'000;

// Arguments as members of an open JSON object.
struct JsonArguments {
  Text& lines;
  const model::Run& run;
  const model::Communicators& communicators;
  std::size_t process;
  std::int64_t local_communicator = 0;  // of the call

  // The rank in the world, and the rank in the communicator where that is another.
  void rank(const auto& key, std::int64_t value) {
    lines << key.json();
    if (value < 0) {
      lines << '"' << special_rank(value) << '"';
      return;
    }
    const std::int32_t peer = communicators.peer(process, local_communicator, value);
    if (peer != model::kNoProcess) {
      const std::int64_t in_world = run.processes[static_cast<std::size_t>(peer)].rank.value;
      lines << in_world;
      if (in_world == value) return;
    } else if (const model::CommunicatorView* view = communicators.views[process].find(local_communicator);
               view != nullptr && communicators.all[view->communicator].is_world) {
      lines << value;
      return;
    } else {
      lines << "null";
    }
    lines << ",\"" << key.name() << "_in_comm\":" << value;
  }
  void tag(const auto& key, std::int64_t value) {
    lines << key.json();
    if (value == model::kAnyTag) {
      lines << "\"any\"";
    } else {
      lines << value;
    }
  }
  void number(const auto& key, std::int64_t value) { lines << key.json() << value; }
  void word(const auto& key, std::string_view text) { lines << key.json() << '"' << text << '"'; }
  void communicator(const auto& key, std::int64_t local_id) {
    if (local_communicator == 0) local_communicator = local_id;
    lines << key.json();
    lines.quoted(communicator_name(communicators, process, local_id));
  }
  void collective(std::int64_t local_id, std::int64_t sequence) {
    number(Key("seq"), sequence);
    const model::CommunicatorView* view = communicators.views[process].find(local_id);
    if (view != nullptr) lines << ",\"coll\":\"" << view->communicator << ':' << sequence << '"';
  }
};

}  // namespace

ChromeRank::ChromeRank(const model::Run& run, const model::Communicators& communicators,
                       const std::vector<model::SiteName>& sites, std::size_t process, TrackIds ids, const ChromeOptions& options)
    : run_(run), communicators_(communicators), process_(run.processes[process]), index_(process), ids_(ids), options_(options) {
  for (std::size_t i = 0; i < process_.sites.size(); ++i) {
    const model::Function& function = process_.functions[process_.sites[i].function];
    Text name;
    name << ",\"name\":";
    name.quoted(function.name) << ",\"cat\":\"" << category(function) << "\",\"ts\":";
    Text args;
    args << ",\"args\":{\"at\":";
    args.quoted(sites[i].place);
    if (!sites[i].function.empty()) (args << ",\"in\":").quoted(sites[i].function);
    sites_.push_back({std::string(name.view()), std::string(args.view()), has_root(function.name)});
  }
  const auto track = [&](std::uint64_t k) {
    Track made;
    made.ids = "\"pid\":" + std::to_string(ids.pid) + ",\"tid\":" + std::to_string(ids.first_tid + k);
    made.begin = "{\"ph\":\"X\"," + made.ids;
    made.ids += ",\"ts\":";
    return made;
  };
  computation_ = track(0);
  for (std::size_t thread = 0; thread < process_.threads.size(); ++thread) tracks_.push_back(track(thread + 1));
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
  Track& track = tracks_[merged.thread];
  if (merged.thread == 0) add_computation(record, track);
  switch (record.type) {
    case RecordType::kCall:
      take_call(merged, track);
      break;
    case RecordType::kCompleted:
      if (is_wanted(record.start, record.end)) receipts(merged.received, record.start, record.end, track);
      break;
    case RecordType::kPolls:
      take_polls(record, track);
      break;
    case RecordType::kPause:
      track.paused = record.start;
      break;
    case RecordType::kResume:
      own_slice("recording paused", track.paused, record.end, track);
      track.paused = model::kLatest;
      break;
    case RecordType::kFlush:
      own_slice("trace written", record.start, record.end, track);
      break;
    case RecordType::kLoss:
      take_loss(record, track);
      break;
    case RecordType::kUnfinished:
      take_unfinished(merged, track);
      break;
  }
}

void ChromeRank::take_call(const model::MergedRecord& merged, Track& track) {
  const Record& record = *merged.record;
  // Slices of a track never overlap and are at least a nanosecond long: viewers drop them or make them instants otherwise.
  const Time start = std::max(record.start, track.end);
  const Time end = std::max(record.end, start + model::Duration{1});
  track.end = end;
  count_bytes_in_flight(end, merged.bytes_in_flight);
  if (!is_wanted(start, end)) return;
  const SiteText& site = sites_[record.site];
  lines_ << track.begin << site.name;
  lines_.micros(start.ns) << ",\"dur\":";
  lines_.micros((end - start).ns) << site.args;
  JsonArguments arguments{lines_, run_, communicators_, index_};
  show_arguments(record, site.has_root, arguments);
  if (record.end == record.start) lines_ << ",\"true_dur_ns\":0";
  lines_ << "}},\n";
  for (const std::uint64_t id : merged.sent) flow('s', "message", id, start, track);
  for (const std::uint64_t id : merged.began) flow('s', "request", id, start, track);
  for (const std::uint64_t id : merged.completed) flow('f', "request", id, start, track);
  if (!merged.received.empty()) receipts(merged.received, start, end, track);
}

void ChromeRank::flow(char phase, std::string_view kind, std::uint64_t id, Time when, const Track& track) {
  lines_ << "{\"ph\":\"" << phase << (phase == 'f' ? "\",\"bp\":\"e\"," : "\",") << track.ids;
  lines_.micros(when.ns) << ",\"name\":\"" << kind << "\",\"cat\":\"mpi." << kind << "\",\"id\":" << id << "},\n";
}

// An arrow ends at the call that received, or, if that call began before the message was sent, at a slice inside it that begins with the
// sending: viewers draw an arrow from the slice that begins first. Such a slice ends a nanosecond before what follows it or holds it:
// viewers that add times up as doubles would see them overlap otherwise.
void ChromeRank::receipts(std::span<const model::Receipt> received, Time start, Time end, const Track& track) {
  const Time last = end - model::Duration{2};  // where a slice inside can begin
  late_.clear();
  for (const model::Receipt& receipt : received) {
    if (receipt.sent < start || last <= start) {
      flow('f', "message", receipt.flow, start, track);
    } else {
      late_.push_back(receipt);
    }
  }
  if (late_.empty()) return;
  std::sort(late_.begin(), late_.end(), [](const auto& a, const auto& b) {
    return a.sent != b.sent ? a.sent < b.sent : a.flow < b.flow;
  });
  Time at = std::min(late_.front().sent + model::Duration{1}, last);
  bool has_slice = false;
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Time next = end;
    if (i + 1 < late_.size()) next = std::max(at + model::Duration{2}, late_[i + 1].sent + model::Duration{1});
    if (next > last) next = end;  // what follows has no room of its own
    if (!has_slice) child(late_[i].sender, at, next - model::Duration{1}, track);
    flow('f', "message", late_[i].flow, at, track);
    has_slice = next == end;
    if (!has_slice) at = next;
  }
}

void ChromeRank::child(std::int32_t sender, Time start, Time end, const Track& track) {
  lines_ << track.begin << ",\"name\":\"recv<-" << run_.processes[static_cast<std::size_t>(sender)].rank.value
         << "\",\"cat\":\"mpi.wait\",\"ts\":";
  lines_.micros(start.ns) << ",\"dur\":";
  lines_.micros((end - start).ns) << "},\n";
}

void ChromeRank::take_late(const model::LateReceipt& late) {
  if (!is_wanted(late.start, late.end)) return;
  const Time last = std::max(late.start, late.end - model::Duration{1});
  flow('f', "message", late.receipt.flow, late.receipt.sent < late.start ? late.start : last, tracks_[late.thread]);
}

void ChromeRank::take_polls(const Record& record, Track& track) {
  const Time start = std::max(record.start, track.end);
  const Time end = std::max(record.end, start + model::Duration{1});
  track.end = end;
  if (!is_wanted(start, end) || record.polled.empty()) return;
  const auto most = std::max_element(record.polled.begin(), record.polled.end(),
                                     [](const auto& a, const auto& b) { return a.count < b.count; });
  const SiteText& site = sites_[most->site];
  std::uint64_t polls = 0;
  std::int64_t busy_ns = 0;
  for (const model::PolledSite& polled : record.polled) {
    polls += polled.count;
    busy_ns = model::wrapping_add(busy_ns, polled.busy.ns);
  }
  lines_ << track.begin << site.name;
  lines_.micros(start.ns) << ",\"dur\":";
  lines_.micros((end - start).ns) << site.args << ",\"failed_polls\":" << polls << ",\"busy_ns\":" << busy_ns;
  for (const model::PolledSite& polled : record.polled) {
    if (record.polled.size() == 1) break;
    lines_ << ',';
    lines_.quoted(process_.functions[process_.sites[polled.site].function].name + " #" + std::to_string(polled.site)) << ':' << polled.count;
  }
  lines_ << "}},\n";
}

void ChromeRank::own_slice(std::string_view name, Time start, Time end, Track& track) {
  start = std::max(start, track.end);
  if (start >= end) return;
  track.end = end;
  if (!is_wanted(start, end)) return;
  lines_ << track.begin << ",\"name\":\"" << name << "\",\"cat\":\"mpitrace\",\"ts\":";
  lines_.micros(start.ns) << ",\"dur\":";
  lines_.micros((end - start).ns) << "},\n";
}

void ChromeRank::take_loss(const Record& record, Track& track) {
  const Time when = std::max(record.start, track.end);
  if (!is_wanted(when, when)) return;
  lines_ << "{\"ph\":\"i\",\"s\":\"t\"," << track.ids;
  lines_.micros(when.ns) << ",\"name\":\"records lost\",\"cat\":\"mpitrace\",\"args\":{\"chunks\":" << record.lost_chunks
                         << ",\"calls_at_least\":" << record.lost_calls << "}},\n";
}

void ChromeRank::take_unfinished(const model::MergedRecord& merged, Track& track) {
  const Record& record = *merged.record;
  ++unfinished_;
  const Time start = std::max(record.start, track.end);
  const Time end = std::max(run_.end, start + model::Duration{1});
  track.end = end;
  const SiteText& site = sites_[record.site];
  lines_ << track.begin << site.name;
  lines_.micros(start.ns) << ",\"dur\":";
  lines_.micros((end - start).ns) << site.args << ",\"unfinished\":1";
  JsonArguments arguments{lines_, run_, communicators_, index_};
  show_unfinished(record, arguments);
  lines_ << "}},\n{\"ph\":\"i\",\"s\":\"t\"," << track.ids;
  lines_.micros(start.ns) << ",\"name\":\"never returned\",\"cat\":\"mpitrace\"},\n";
  for (const std::uint64_t id : merged.sent) flow('s', "message", id, start, track);
}

// What the main thread does between its calls. Folded polls count as calls if most of their time was spent inside them.
void ChromeRank::add_computation(const Record& record, Track& track) {
  const bool is_call = record.type == RecordType::kCall || record.type == RecordType::kUnfinished;
  if (!is_call && record.type != RecordType::kPolls) {
    if (record.type == RecordType::kPause || record.type == RecordType::kLoss) has_call_ = false;  // unknown from here
    if (record.type == RecordType::kFlush && has_call_) computation_.end = std::max(computation_.end, record.end);
    return;
  }
  if (record.type == RecordType::kPolls) {
    std::int64_t busy_ns = 0;
    for (const model::PolledSite& polled : record.polled) busy_ns = model::wrapping_add(busy_ns, polled.busy.ns);
    if (busy_ns < (record.end - record.start).ns / 2) return;
  }
  const Time start = std::max(record.start, track.end);
  if (has_call_ && computation_.end < start && is_wanted(computation_.end, start)) {
    lines_ << computation_.begin << ",\"name\":\"computation\",\"cat\":\"compute\",\"ts\":";
    lines_.micros(computation_.end.ns) << ",\"dur\":";
    lines_.micros((start - computation_.end).ns) << "},\n";
  }
  has_call_ = true;
  computation_.end = std::max(record.end, start + model::Duration{1});
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
  lines_ << "{\"ph\":\"C\",\"pid\":" << ids_.pid << ",\"ts\":";
  lines_.micros(when.ns) << ",\"name\":\"bytes in flight\",\"args\":{\"bytes\":" << bytes << "}},\n";
}

void ChromeRank::finish() {
  if (pending_bytes_ != bytes_) counter(bytes_shown_at_ + model::Duration{kCounterEveryNs}, pending_bytes_);
  for (Track& track : tracks_) own_slice("recording paused", track.paused, run_.end, track);
}

}  // namespace mpitrace::present
