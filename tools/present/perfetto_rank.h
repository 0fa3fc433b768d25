// SPDX-License-Identifier: BSD-3-Clause
// One process's timeline as packets of a Perfetto trace: a sequence for each of its tracks. Between a call's two ends
// stands only what lies in the call. What is known too late for its place in its track's sequence has a sequence of its
// own, whose times are absolute. There is no track for a communicator: each rank would show its collectives a second
// time; a number that all calls of one collective have lets the viewer light them up together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/communicator.h"
#include "present/argument_names.h"
#include "present/perfetto_sequence.h"
#include "present/request_lanes.h"
#include "present/timeline.h"
#include "present/timeline_file.h"

namespace mpitrace::present {

// Numbers of sequences, dense over the run so that they are short. Those of one kind lie side by side.
struct PerfettoIds {
  TrackIds tracks;
  std::uint32_t first_thread = 0;
  std::uint32_t computation = 0;
  std::uint32_t late = 0;
  std::uint32_t first_counter = 0;
  std::uint32_t first_lane = 0;
};

class PerfettoRank final : public Timeline {
 public:
  static constexpr std::uint32_t kCounters = 2;

  // All references must outlive it.
  PerfettoRank(const TimelineSource& source, std::size_t process, const PerfettoIds& ids);

  void describe() override;

 private:
  // What never changes of a call site: fields of its events.
  struct SiteFields {
    std::string fields;  // category, name, place
    bool has_root = false;
  };
  // Kinds of tracks, as a part of their ids. A stream of a device, or whatever else the rank has tracks of, becomes
  // one.
  enum class TrackKind : std::uint64_t { kProcess, kThread, kComputation, kCounter, kLane };

  void begin_call(const model::MergedRecord& merged, const Place& place, Receipts early) override;
  void continue_call(const model::MergedRecord& merged, const Place& place, Receipts early) override;
  void show_wait(std::uint32_t thread, std::string_view cause, const Place& place, std::int32_t for_rank) override;
  void show_arrival(std::uint32_t thread, const Arrival& arrival) override;
  void end_call(std::uint32_t thread, model::Time end) override;
  void show_unfinished(const model::MergedRecord& merged, const Place& place) override;
  void show_late(const model::LateReceipt& late, model::Time when) override;
  void show_polls(const model::MergedRecord& merged, const Place& place, std::uint32_t most) override;
  void show_own(std::uint32_t thread, std::string_view name, const Place& place) override;
  void show_computation(const Place& place) override;
  void begin_region(std::uint32_t thread, const Track::Region& region) override;
  void end_region(std::uint32_t thread, model::Time end) override;
  void show_step(std::uint32_t thread, std::uint64_t number, model::Time when) override;
  void show_loss(std::uint32_t thread, const model::Record& record, model::Time when) override;
  void show_counter(Counter counter, model::Time when, std::int64_t value) override;
  void follow_requests(const model::MergedRecord& merged, const Place& place) override;
  void lose_requests(model::Time when, std::string_view why) override;
  void end_requests() override;

  std::uint64_t uuid(TrackKind kind, std::uint64_t number) const;
  std::string describe_counter(std::uint32_t number) const;
  std::string describe_lane(std::size_t number) const;
  std::size_t most_bytes(std::uint32_t site) const;
  std::string recv_name(const model::Receipt& receipt) const;
  void show_request(std::size_t number, const RequestLanes::Lane& lane, std::string_view unknown);

  PerfettoIds ids_;
  ArgumentNames names_;
  const InternedNames interned_;
  std::vector<SiteFields> sites_;
  std::vector<Sequence> threads_;
  Sequence computation_;
  Sequence late_;
  std::vector<Sequence> counters_;
  std::vector<Sequence> lanes_;  // as many as were ever in use
  RequestLanes requests_;
  Text arguments_;
};

}  // namespace mpitrace::present
