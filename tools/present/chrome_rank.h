// SPDX-License-Identifier: BSD-3-Clause
// One process's merged records -> lines of Chrome Trace Event JSON, each an event and a comma. Never sorts: a track's
// lines come in the order of its records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"
#include "present/chrome_track.h"
#include "present/json_arguments.h"
#include "present/text.h"

namespace mpitrace::present {

// Ids of tracks, unique in the whole file: Perfetto looks a thread up by its tid alone.
struct TrackIds {
  std::uint64_t pid = 1;
  std::uint64_t first_tid = 1000;  // the computation track; threads follow
};

struct ChromeOptions {
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;
};

class ChromeRank final : public model::MergedSink {
 public:
  // All references must outlive it.
  ChromeRank(const model::Run& run, const model::Communicators& communicators,
             const std::vector<model::SiteName>& sites, std::size_t process, TrackIds ids,
             const ChromeOptions& options);

  // Names and places of the rank's tracks.
  void describe();
  void take(const model::MergedRecord& merged) override;
  void take_late(const model::LateReceipt& late) override;
  // What is still open at the end of the run.
  void finish();

  Text& lines() { return lines_; }
  std::uint64_t unfinished() const { return unfinished_; }

 private:
  // The texts of a call site that never change.
  struct SiteText {
    std::string name;  // ,"name":"MPI_Send","cat":"mpi.p2p","ts":
    std::string args;  // ,"args":{"at":"ring.c:42"
    bool has_root = false;
  };

  template <class Local>
  CommunicatorText text_of(const Local& local, const std::string& name);
  void take_call(const model::MergedRecord& merged, ChromeTrack& track);
  void take_polls(const model::Record& record, ChromeTrack& track);
  void take_unfinished(const model::MergedRecord& merged, ChromeTrack& track);
  void begin_regions(ChromeTrack& track);
  void end_region(model::Time end, ChromeTrack& track);
  void take_step(const model::Record& record, const ChromeTrack& track);
  void take_loss(const model::Record& record, const ChromeTrack& track);
  void own_slice(std::string_view name, model::Time start, model::Time end, ChromeTrack& track);
  std::string moved(const model::Record& record) const;
  void arrows(const model::MergedRecord& merged, const ChromeTrack::Place& place, const Micros& start,
              ChromeTrack& track);
  void add_computation(const model::Record& record, model::Time start);
  void count_bytes_in_flight(model::Time when, std::int64_t bytes);
  void counter(model::Time when, std::int64_t bytes);
  bool is_wanted(model::Time start, model::Time end) const { return start <= options_.to && end >= options_.from; }

  const model::Run& run_;
  const model::Process& process_;
  TrackIds ids_;
  ChromeOptions options_;
  ArgumentNames names_;
  std::vector<SiteText> sites_;
  std::vector<ChromeTrack> tracks_;  // by thread
  ChromeTrack computation_;
  std::string computation_name_;
  Text lines_;

  bool has_call_ = false;   // the main thread has had one, and what it did since is known
  model::Time call_end_;    // its end
  std::int64_t bytes_ = 0;  // in flight, as last shown
  std::int64_t pending_bytes_ = 0;
  model::Time bytes_shown_at_ = model::kEarliest;
  std::uint64_t unfinished_ = 0;
};

}  // namespace mpitrace::present
