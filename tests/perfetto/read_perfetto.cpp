// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "perfetto/perfetto_trace.pb.h"
#include "perfetto/shown.h"

namespace mpitrace::tests {
namespace {

using perfetto::TrackEvent;

constexpr std::size_t kMostPacketBytes = 512U << 10U;
constexpr std::uint32_t kStateCleared = 1;
constexpr std::uint32_t kNeedsState = 2;
constexpr std::uint32_t kSequenceClock = 64;
constexpr std::uint32_t kBoottime = 6;

using Texts = std::map<std::uint64_t, std::string>;

// What is known of a packet sequence so far.
struct Sequence {
  std::uint64_t track = 0;
  std::uint32_t clock = 0;
  std::int64_t now_ns = 0;
  Texts categories;
  Texts names;
  Texts annotation_names;
  Texts annotation_texts;
};

struct TrackState {
  ShownTrack shown;
  bool is_counter = false;
  bool is_flat = false;  // its slices never nest
  std::vector<ShownSlice> open;
};

// An event with its time and names, before all are sorted by time.
struct Pending {
  std::int64_t when_ns = 0;
  std::uint64_t track = 0;
  ShownSlice slice;
  TrackEvent event;
};

class Reader {
 public:
  Shown take() { return std::move(shown_); }

  void read(const std::string& bytes, bool is_inside = false) {
    perfetto::Trace trace;
    expect(trace.ParseFromString(bytes), "does not parse");
    for (const perfetto::TracePacket& packet : trace.packet()) {
      expect(packet.unknown_fields().empty(), "a field of a packet is unknown");
      if (!packet.has_compressed_packets()) {
        take_packet(packet);
        continue;
      }
      expect(!is_inside, "packed packets in packed packets");
      expect(packet.ByteSizeLong() < kMostPacketBytes, "packed packets of 512 KiB or more");
      read(inflated(packet.compressed_packets()), true);
    }
  }

  // As the importer does it: by time, events of one time as in the file.
  void show() {
    std::stable_sort(pending_.begin(), pending_.end(),
                     [](const Pending& a, const Pending& b) { return a.when_ns < b.when_ns; });
    for (Pending& pending : pending_) show_event(pending);
    for (auto& [uuid, track] : tracks_)
      expect(track.open.empty(), track.shown.name + ": a slice never ends: " + text_of_open(track));
    for (const auto& [flow, end] : shown_.flow_ends) {
      // Of threads that finish each other's requests, one may be done before the other has begun: those are odd.
      if (flow % 2 != 0) continue;
      const auto begin = shown_.flow_begins.find(flow);
      if (begin != shown_.flow_begins.end())
        expect(std::get<1>(begin->second) <= std::get<1>(end), "flow " + std::to_string(flow) + " runs backwards");
    }
  }

 private:
  void expect(bool holds, const std::string& sentence) {
    if (!holds) shown_.broken.push_back(sentence);
  }
  static std::string text_of_open(const TrackState& track) {
    return track.open.empty() ? "" : text_of(track.open.back());
  }

  void take_packet(const perfetto::TracePacket& packet) {
    const std::uint32_t id = packet.trusted_packet_sequence_id();
    expect(id != 0, "a packet has no sequence");
    for (const auto& attribute : packet.trace_attributes().attribute())
      expect(shown_.facts
                 .emplace(attribute.key(), attribute.has_long_value() ? std::to_string(attribute.long_value())
                                                                      : attribute.string_value())
                 .second,
             "attribute " + attribute.key() + " twice");
    if (packet.has_track_descriptor()) describe(packet.track_descriptor());
    if ((packet.sequence_flags() & kStateCleared) != 0) start(packet);
    if ((packet.sequence_flags() & kNeedsState) != 0)
      expect(sequences_.count(id) == 1, "sequence " + std::to_string(id) + " has not started");
    if (packet.has_interned_data()) intern(packet.interned_data(), sequences_[id]);
    if (packet.has_track_event()) take_event(packet, sequences_[id]);
  }

  void start(const perfetto::TracePacket& packet) {
    const std::uint32_t id = packet.trusted_packet_sequence_id();
    expect(packet.first_packet_on_sequence() && sequences_.count(id) == 0,
           "sequence " + std::to_string(id) + " starts twice");
    Sequence& sequence = sequences_[id];
    const auto& defaults = packet.trace_packet_defaults();
    sequence.track = defaults.track_event_defaults().track_uuid();
    sequence.clock = defaults.timestamp_clock_id();
    expect(tracks_.count(sequence.track) == 1, "a sequence starts before its track is described");
    if (sequence.clock == kBoottime) return;
    expect(sequence.clock == kSequenceClock && packet.clock_snapshot().clocks_size() == 2 &&
               packet.clock_snapshot().clocks(0).clock_id() == kSequenceClock &&
               packet.clock_snapshot().clocks(0).is_incremental() &&
               packet.clock_snapshot().clocks(1).clock_id() == kBoottime,
           "a sequence has no clock");
  }

  void describe(const perfetto::TrackDescriptor& track) {
    expect(tracks_.count(track.uuid()) == 0, "track " + std::to_string(track.uuid()) + " is described twice");
    TrackState& state = tracks_[track.uuid()];
    if (track.has_process()) {
      expect(pids_.insert(track.process().pid()).second, "a pid is not unique");
      processes_[track.process().pid()] = track.process().process_name();
      state.shown = {track.process().process_name(), ""};
      return;
    }
    if (track.has_thread()) {
      expect(tids_.insert(track.thread().tid()).second, "a tid is not unique");
      state.shown = {processes_[track.thread().pid()], track.thread().thread_name()};
      return;
    }
    if (track.uuid() == 0) {
      expect(track.process_ordering() == 1 && track.thread_ordering() == 1, "ranks are in no order");
      return;
    }
    expect(tracks_.count(track.parent_uuid()) == 1, "the parent of a track is not described before it");
    state.shown = {tracks_[track.parent_uuid()].shown.process, track.name()};
    state.is_counter = track.has_counter();
    state.is_flat = !state.is_counter;
  }

  void intern(const perfetto::InternedData& data, Sequence& sequence) {
    const auto add = [&](const auto& list, Texts& texts) {
      for (const auto& one : list)
        expect(one.iid() != 0 && texts.emplace(one.iid(), one.text()).second, "a number is given twice");
    };
    add(data.event_categories(), sequence.categories);
    add(data.event_names(), sequence.names);
    add(data.debug_annotation_names(), sequence.annotation_names);
    add(data.debug_annotation_string_values(), sequence.annotation_texts);
  }

  const std::string& known(const Texts& texts, std::uint64_t id) {
    static const std::string kNothing;
    const auto found = texts.find(id);
    expect(found != texts.end(), "number " + std::to_string(id) + " stands for nothing");
    return found != texts.end() ? found->second : kNothing;
  }

  void take_event(const perfetto::TracePacket& packet, Sequence& sequence) {
    const TrackEvent& event = packet.track_event();
    expect(event.unknown_fields().empty(), "a field of an event is unknown");
    Pending pending;
    const auto timestamp = static_cast<std::int64_t>(packet.timestamp());
    expect(timestamp >= 0, "time goes back");
    sequence.now_ns = sequence.clock == kSequenceClock ? sequence.now_ns + timestamp : timestamp;
    pending.when_ns = sequence.now_ns;
    pending.track = event.has_track_uuid() ? event.track_uuid() : sequence.track;
    expect(tracks_.count(pending.track) == 1, "an event before its track is described");
    for (const std::uint64_t category : event.category_iids())
      pending.slice.category = known(sequence.categories, category);
    if (event.has_name()) pending.slice.name = event.name();
    if (event.has_name_iid()) pending.slice.name = known(sequence.names, event.name_iid());
    for (const auto& annotation : event.debug_annotations()) {
      const std::string name =
          annotation.has_name() ? annotation.name() : known(sequence.annotation_names, annotation.name_iid());
      expect(pending.slice.arguments.emplace(name, value_of(annotation, sequence)).second,
             "argument " + name + " twice");
    }
    pending.event = event;
    pending_.push_back(std::move(pending));
  }

  std::string value_of(const perfetto::DebugAnnotation& annotation, const Sequence& sequence) {
    if (annotation.has_int_value()) return std::to_string(annotation.int_value());
    if (annotation.has_string_value()) return annotation.string_value();
    if (annotation.has_string_value_iid()) return known(sequence.annotation_texts, annotation.string_value_iid());
    std::string list;
    for (const auto& value : annotation.array_values()) list += (list.empty() ? "" : ",") + value_of(value, sequence);
    return "[" + list + "]";
  }

  void show_event(Pending& pending) {
    TrackState& track = tracks_[pending.track];
    ShownSlice& slice = pending.slice;
    slice.track = track.shown;
    slice.start_ns = slice.end_ns = pending.when_ns;
    expect(track.is_counter == (pending.event.type() == TrackEvent::TYPE_COUNTER), "a counter is no counter");
    for (const std::uint64_t flow : pending.event.flow_ids())
      expect(shown_.flow_begins.emplace(flow, ShownEnd{slice.track, slice.start_ns}).second,
             "flow " + std::to_string(flow) + " begins twice");
    for (const std::uint64_t flow : pending.event.terminating_flow_ids())
      expect(shown_.flow_ends.emplace(flow, ShownEnd{slice.track, slice.start_ns}).second,
             "flow " + std::to_string(flow) + " ends twice");
    switch (pending.event.type()) {
      case TrackEvent::TYPE_SLICE_BEGIN:
        expect(!slice.name.empty() && !slice.category.empty(), "a slice has no name");
        expect(!track.is_flat || track.open.empty(), track.shown.name + ": slices overlap: " + text_of(slice));
        track.open.push_back(slice);
        return;
      case TrackEvent::TYPE_SLICE_END:
        expect(!track.open.empty(), track.shown.name + ": the end of nothing");
        if (track.open.empty()) return;
        track.open.back().end_ns = pending.when_ns;
        expect(track.open.back().start_ns < pending.when_ns || track.open.back().category == "region",
               "a slice lasts no time");
        shown_.slices.insert(track.open.back());
        track.open.pop_back();
        return;
      case TrackEvent::TYPE_INSTANT:
        shown_.instants.insert(slice);
        return;
      case TrackEvent::TYPE_COUNTER:
        shown_.counters[{slice.track, slice.start_ns}] = pending.event.counter_value();
        return;
      default:
        expect(false, "an event of no type");
    }
  }

  Shown shown_;
  std::map<std::uint32_t, Sequence> sequences_;
  std::map<std::uint64_t, TrackState> tracks_;
  std::map<std::int32_t, std::string> processes_;
  std::set<std::int32_t> pids_;
  std::set<std::int32_t> tids_;
  std::vector<Pending> pending_;
};

}  // namespace

std::string inflated(const std::string& bytes) {
  z_stream stream{};
  inflateInit(&stream);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  char buffer[1U << 16U];
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer, sizeof buffer - stream.avail_out);
  }
  const bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole ? text : std::string();
}

std::string text_of(const ShownSlice& slice) {
  std::string text = slice.track.process + " | " + slice.track.name + " | " + std::to_string(slice.start_ns) + " +" +
                     std::to_string(slice.end_ns - slice.start_ns) + " " + slice.category + " " + slice.name;
  for (const auto& [name, value] : slice.arguments) text += " " + name + "=" + value;
  return text;
}

Shown read_perfetto(const std::string& bytes) {
  Reader reader;
  reader.read(bytes);
  reader.show();
  return reader.take();
}

}  // namespace mpitrace::tests
