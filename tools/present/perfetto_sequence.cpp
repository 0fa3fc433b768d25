// SPDX-License-Identifier: BSD-3-Clause
#include "present/perfetto_sequence.h"

#include <algorithm>
#include <utility>

#include "present/perfetto_schema.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kStartBytes = 256;  // of a sequence's first packet, without names

Text& begun(Text& text, Sequence& sequence) {
  sequence.begin_if_needed(text);
  return text;
}

}  // namespace

Sequence::Sequence(std::uint32_t id, std::uint64_t track, const InternedNames& names, std::string descriptor,
                   Clock clock)
    : id_(id),
      track_(track),
      names_(&names),
      descriptor_(std::move(descriptor)),
      clock_(clock),
      knows_(names.sites.size()) {
  Text head;
  {
    Message message(head, 2 * Message::kFieldBytes);
    message.number(PacketField::kSequenceId, id);
    message.number(PacketField::kSequenceFlags, SequenceFlag::kNeedsState);
  }
  head_size_ = head.view().copy(head_, sizeof head_);
}

void Sequence::begin(Text& text) {
  has_begun_ = true;
  text << descriptor_;
  descriptor_ = {};
  Message message(text, kStartBytes + names_->fixed.size());
  const std::size_t packet = message.begin(kTracePacket);
  message.number(PacketField::kSequenceId, id_);
  message.number(PacketField::kSequenceFlags, SequenceFlag::kStateCleared);
  message.number(PacketField::kFirstOnSequence, 1);
  if (clock_ == Clock::kDistances) {
    const auto clock = [&](std::uint64_t id, bool is_incremental) {
      const std::size_t body = message.begin(ClockSnapshotField::kClocks);
      message.number(ClockField::kId, id);
      message.number(ClockField::kTimestamp, 0);
      if (is_incremental) message.number(ClockField::kIsIncremental, 1);
      message.end(body);
    };
    const std::size_t snapshot = message.begin(PacketField::kClockSnapshot);
    clock(ClockId::kOfSequence, true);
    clock(ClockId::kBoottime, false);
    message.end(snapshot);
  }
  const std::size_t defaults = message.begin(PacketField::kDefaults);
  message.number(PacketField::kClockId, clock_ == Clock::kDistances ? ClockId::kOfSequence : ClockId::kBoottime);
  const std::size_t of_events = message.begin(PacketField::kTrackEvent);
  message.number(EventField::kTrackUuid, track_);
  message.end(of_events);
  message.end(defaults);
  const std::size_t interned = message.begin(PacketField::kInternedData);
  message.raw(names_->fixed);
  message.end(interned);
  message.end(packet);
}

void Sequence::tell(Text& text, std::uint32_t site) {
  begin_if_needed(text);
  knows_[site] = true;
  const std::string& names = names_->sites[site];
  Message message(text, kStartBytes + names.size());
  const std::size_t packet = message.begin(kTracePacket);
  message.raw(head());
  const std::size_t interned = message.begin(PacketField::kInternedData);
  message.raw(names);
  message.end(interned);
  message.end(packet);
}

std::uint64_t Sequence::timestamp(model::Time when) {
  if (clock_ == Clock::kAbsolute) return static_cast<std::uint64_t>(std::max<std::int64_t>(when.ns, 0));
  const std::int64_t ns = std::max(when.ns, last_ns_);
  return static_cast<std::uint64_t>(ns - std::exchange(last_ns_, ns));
}

void Sequence::end_slice(Text& text, model::Time when) {
  Message message(text, Event::kFrameBytes);
  const std::size_t packet = message.begin_short(kTracePacket);
  message.number(PacketField::kTimestamp, timestamp(when));
  message.raw(head());
  const std::size_t event = message.begin_short(PacketField::kTrackEvent);
  message.number(EventField::kType, EventType::kEnd);
  message.end_short(event);
  message.end_short(packet);
}

Event::Event(Text& text, Sequence& sequence, model::Time when, std::uint64_t type, std::size_t most)
    : message_(begun(text, sequence), most + kFrameBytes), packet_(message_.begin(kTracePacket)), event_(0) {
  message_.number(PacketField::kTimestamp, sequence.timestamp(when));
  message_.raw(sequence.head());
  event_ = message_.begin(PacketField::kTrackEvent);
  message_.number(EventField::kType, type);
}

}  // namespace mpitrace::present
