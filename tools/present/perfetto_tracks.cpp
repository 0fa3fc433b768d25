// SPDX-License-Identifier: BSD-3-Clause
// The tracks of a rank: their ids, and the packets that describe them.
#include "present/names.h"
#include "present/perfetto_file.h"
#include "present/perfetto_rank.h"
#include "present/perfetto_schema.h"

namespace mpitrace::present {

std::uint64_t PerfettoRank::uuid(TrackKind kind, std::uint64_t number) const {
  constexpr unsigned kKindBits = 4;
  constexpr unsigned kNumberBits = 28;
  return (ids_.tracks.pid << kKindBits | static_cast<std::uint64_t>(kind)) << kNumberBits | number;
}

void PerfettoRank::describe() {
  const std::string name = valid_text(process_name(process_, largest_rank(run_)));
  describe_track(written_, uuid(TrackKind::kProcess, 0), name.size(), [&](Message& track) {
    const std::size_t body = track.begin(TrackField::kProcess);
    track.number(ProcessField::kPid, ids_.tracks.pid);
    track.text(ProcessField::kName, name);
    track.end(body);
    track.number(TrackField::kSiblingRank, ids_.tracks.pid - 1);
  });
  for (std::size_t i = 0; i < process_.threads.size(); ++i) {
    const std::string of_thread = valid_text(thread_name(process_, i));
    describe_track(written_, uuid(TrackKind::kThread, i), of_thread.size(), [&](Message& track) {
      const std::size_t body = track.begin(TrackField::kThread);
      track.number(ThreadField::kPid, ids_.tracks.pid);
      track.number(ThreadField::kTid, ids_.tracks.first_tid + i + 1);
      track.text(ThreadField::kName, of_thread);
      track.end(body);
      track.number(TrackField::kSiblingRank, i);
    });
  }
  describe_track(written_, uuid(TrackKind::kComputation, 0), 0, [&](Message& track) {
    track.number(TrackField::kParent, uuid(TrackKind::kProcess, 0));
    track.text(TrackField::kName, "computation");
    track.text(TrackField::kDescription, "What the main thread does between its MPI calls");
  });
}

std::string PerfettoRank::describe_counter(std::uint32_t number) const {
  const bool is_bytes = number == static_cast<std::uint32_t>(Counter::kBytesInFlight);
  Text text;
  describe_track(text, uuid(TrackKind::kCounter, number), 0, [&](Message& track) {
    track.number(TrackField::kParent, uuid(TrackKind::kProcess, 0));
    track.text(TrackField::kName, is_bytes ? "bytes in flight" : "requests in flight");
    const std::size_t body = track.begin(TrackField::kCounter);
    track.number(CounterField::kUnit, is_bytes ? kUnitBytes : kUnitCount);
    track.end(body);
  });
  return std::string(text.view());
}

// All lanes have one name: the viewer shows them as one track with several rows.
std::string PerfettoRank::describe_lane(std::size_t number) const {
  Text text;
  describe_track(text, uuid(TrackKind::kLane, number), 0, [&](Message& track) {
    track.number(TrackField::kParent, uuid(TrackKind::kProcess, 0));
    track.text(TrackField::kName, "requests");
    track.text(TrackField::kDescription,
               "Nonblocking operations, from the call that starts one to the call that finds it complete");
  });
  return std::string(text.view());
}

}  // namespace mpitrace::present
