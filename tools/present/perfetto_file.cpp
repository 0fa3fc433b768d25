// SPDX-License-Identifier: BSD-3-Clause
#include "present/perfetto_file.h"

#include <algorithm>

#include "present/names.h"
#include "present/pack_packets.h"
#include "present/run_facts.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kDamageListed = 100;

// A packet with facts that stand in the viewer's list of a trace's attributes.
class Attributes {
 public:
  explicit Attributes(Text& text) : text_(text) {}

  void add(const Fact& fact) {
    const std::string valid = valid_text(fact.text);
    Message message(text_, 10 * Message::kFieldBytes + fact.name.size() + valid.size());
    const std::size_t packet = message.begin(kTracePacket);
    message.number(PacketField::kSequenceId, kFileSequence);
    const std::size_t attributes = message.begin(PacketField::kTraceAttributes);
    const std::size_t attribute = message.begin(AttributeField::kAttribute);
    message.text(AttributeField::kKey, fact.name);
    if (fact.is_number) {
      message.number(AttributeField::kNumber, fact.number);
    } else {
      message.text(AttributeField::kText, valid);
    }
    message.end(attribute);
    message.end(attributes);
    message.end(packet);
  }

 private:
  Text& text_;
};

// Time 0 of the run, and when that was.
void put_clock(const model::Run& run, Text& text) {
  Message message(text, 20 * Message::kFieldBytes);
  const std::size_t packet = message.begin(kTracePacket);
  message.number(PacketField::kSequenceId, kFileSequence);
  const std::size_t snapshot = message.begin(PacketField::kClockSnapshot);
  const auto clock = [&](std::uint64_t id, std::uint64_t ns) {
    const std::size_t body = message.begin(ClockSnapshotField::kClocks);
    message.number(ClockField::kId, id);
    message.number(ClockField::kTimestamp, ns);
    message.end(body);
  };
  clock(ClockId::kBoottime, 0);
  clock(ClockId::kRealtime, run.base_realtime_ns);
  message.number(ClockSnapshotField::kPrimaryTraceClock, ClockId::kBoottime);
  message.end(snapshot);
  message.end(packet);
}

}  // namespace

PerfettoFile::PerfettoFile(const TimelineSource& source, bool packs_blocks)
    : source_(source), packs_blocks_(packs_blocks) {
  const auto processes = static_cast<std::uint32_t>(source.run.processes.size());
  std::uint32_t thread = kFileSequence + 1;
  for (const TrackIds& tracks : track_ids(source.run)) {
    const model::Process& process = source.run.processes[ids_.size()];
    ids_.push_back({.tracks = tracks, .first_thread = thread});
    thread += static_cast<std::uint32_t>(process.threads.size());
  }
  for (std::uint32_t i = 0; i < processes; ++i) {
    const std::uint32_t behind = thread + 2 * processes;
    ids_[i].computation = thread + i;
    ids_[i].late = thread + processes + i;
    ids_[i].first_counter = behind + i * PerfettoRank::kCounters;
    ids_[i].first_lane =
        behind + processes * PerfettoRank::kCounters + i * static_cast<std::uint32_t>(RequestLanes::kMost);
  }
}

void PerfettoFile::begin(Text& text) const {
  put_clock(source_.run, text);
  describe_track(text, 0, 0, [](Message& root) {
    root.number(TrackField::kProcessOrdering, kExplicitOrdering);
    root.number(TrackField::kThreadOrdering, kExplicitOrdering);
  });
  Attributes attributes(text);
  for (const Fact& fact : run_facts(source_.run, source_.version)) attributes.add(fact);
  for (std::size_t i = 0; i < std::min(source_.run.damage.size(), kDamageListed); ++i) {
    const std::string name = "damage_" + std::to_string(i + 1);
    attributes.add({name, damage_text(source_.run.damage[i])});
  }
}

std::unique_ptr<Timeline> PerfettoFile::rank(std::size_t process) const {
  return std::make_unique<PerfettoRank>(source_, process, ids_[process]);
}

void PerfettoFile::end(const TimelineTotals& totals, Text& text) const {
  Attributes attributes(text);
  for (const Fact& fact : message_facts(totals.messages)) attributes.add(fact);
  for (const Fact& fact : collective_facts(totals.collectives)) {
    const std::string name = "collectives_" + std::string(fact.name);
    attributes.add({name, fact.number});
  }
  attributes.add({"unfinished_calls", totals.unfinished});
  attributes.add({"requests_without_lane", totals.hidden_requests});
}

void PerfettoFile::seal(Text& text) const {
  if (packs_blocks_) pack_packets(text);
}

}  // namespace mpitrace::present
