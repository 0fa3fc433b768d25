// SPDX-License-Identifier: BSD-3-Clause
// One process's timeline as lines of Chrome Trace Event JSON, each an event and a comma.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/communicator.h"
#include "present/argument_names.h"
#include "present/chrome_track.h"
#include "present/timeline.h"
#include "present/timeline_file.h"

namespace mpitrace::present {

class ChromeRank final : public Timeline {
 public:
  // All references must outlive it.
  ChromeRank(const model::Run& run, const model::Communicators& communicators,
             const std::vector<model::SiteName>& sites, std::size_t process, TrackIds ids,
             const TimelineOptions& options);

  void describe() override;

 private:
  // The texts of a call site that never change.
  struct SiteText {
    std::string name;  // ,"name":"MPI_Send","cat":"mpi.p2p","ts":
    std::string args;  // ,"args":{"at":"ring.c:42"
    bool has_root = false;
  };

  void begin_call(const model::MergedRecord& merged, const Place& place, Receipts early) override;
  void continue_call(const model::MergedRecord& merged, const Place& place, Receipts early) override;
  void show_wait(std::uint32_t thread, std::string_view cause, const Place& place, std::int32_t for_rank) override;
  void show_arrival(std::uint32_t thread, const Arrival& arrival) override;
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

  void arrows(const model::MergedRecord& merged, const Micros& start, Receipts early);
  std::size_t most_bytes(const ChromeTrack& track, const SiteText& site) const;

  TrackIds ids_;
  ArgumentNames names_;
  std::vector<SiteText> sites_;
  std::vector<ChromeTrack> tracks_;  // by thread
  ChromeTrack computation_;
  std::string computation_name_;
};

}  // namespace mpitrace::present
