// SPDX-License-Identifier: BSD-3-Clause
// A run as a trace of Perfetto's own format: its clock and what is known of the run, then the ranks, then what became
// of the messages. Blocks are packed inside the format, unless the whole file is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "present/perfetto_rank.h"
#include "present/perfetto_schema.h"
#include "present/protobuf.h"
#include "present/timeline_file.h"

namespace mpitrace::present {

class PerfettoFile final : public TimelineFile {
 public:
  PerfettoFile(const TimelineSource& source, bool packs_blocks);

  void begin(Text& text) const override;
  std::unique_ptr<Timeline> rank(std::size_t process) const override;
  void end(const TimelineTotals& totals, Text& text) const override;
  void seal(Text& text) const override;

 private:
  TimelineSource source_;
  bool packs_blocks_;
  std::vector<PerfettoIds> ids_;
};

// The sequence of packets that belong to no track.
inline constexpr std::uint32_t kFileSequence = 1;
inline constexpr std::size_t kMostDescriptionBytes = 1024;  // without names

// A packet that describes a track: write(message) adds to it.
template <class Write>
void describe_track(Text& text, std::uint64_t uuid, std::size_t names, Write&& write) {
  Message message(text, kMostDescriptionBytes + names);
  const std::size_t packet = message.begin(kTracePacket);
  message.number(PacketField::kSequenceId, kFileSequence);
  const std::size_t track = message.begin(PacketField::kTrackDescriptor);
  message.number(TrackField::kUuid, uuid);
  write(message);
  message.end(track);
  message.end(packet);
}

}  // namespace mpitrace::present
