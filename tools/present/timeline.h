// SPDX-License-Identifier: BSD-3-Clause
// One process's merged records -> what of them a timeline shows, on which track, from when to when: calls, what lies
// between them, regions, polls, losses, the ends of messages. The same for every output; how each thing is written is
// the output's. Never sorts: what a track shows comes in the order of its records.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/merged.h"
#include "model/process.h"
#include "present/gauge.h"
#include "present/text.h"
#include "present/track.h"

namespace mpitrace::present {

struct TimelineOptions {
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;
};

class Timeline : public model::MergedSink {
 public:
  // `run` must outlive it.
  Timeline(const model::Run& run, std::size_t process, const TimelineOptions& options);

  // Names and places of the rank's tracks.
  virtual void describe() = 0;
  void take(const model::MergedRecord& merged) final;
  void take_late(const model::LateReceipt& late) final;
  // What is still open at the end of the run.
  void finish();

  // The bytes since they were last taken away.
  Text& written() { return written_; }
  std::uint64_t unfinished() const { return unfinished_; }
  std::uint64_t hidden_requests() const { return hidden_requests_; }

 protected:
  using Receipts = std::span<const model::Receipt>;
  enum class Counter : std::uint8_t { kBytesInFlight, kRequestsInFlight };

  // A call at its place, and the messages it received that were sent before it began. What lies in it follows, then its
  // end.
  virtual void begin_call(const model::MergedRecord& merged, const Place& place, Receipts early) = 0;
  // More requests of the call that was begun last on the thread.
  virtual void continue_call(const model::MergedRecord& merged, const Place& place, Receipts early) = 0;
  // A part of it that it waited for somebody.
  virtual void show_wait(std::uint32_t thread, std::string_view cause, const Place& place, std::int32_t for_rank) = 0;
  virtual void show_arrival(std::uint32_t thread, const Arrival& arrival) = 0;
  virtual void end_call(std::uint32_t, model::Time) {}
  // The call a thread was in when its process stopped: it lasts to the end of the run.
  virtual void show_unfinished(const model::MergedRecord& merged, const Place& place) = 0;
  // A receipt that was not known yet when its call was shown. `when` lies in the call.
  virtual void show_late(const model::LateReceipt& late, model::Time when) = 0;
  // All failed polls in a row, named after the site that polled most.
  virtual void show_polls(const model::MergedRecord& merged, const Place& place, std::uint32_t site) = 0;
  virtual void show_own(std::uint32_t thread, std::string_view name, const Place& place) = 0;
  virtual void show_computation(const Place& place) = 0;
  virtual void begin_region(std::uint32_t thread, const Track::Region& region) = 0;
  virtual void end_region(std::uint32_t thread, model::Time end) = 0;
  virtual void show_step(std::uint32_t thread, std::uint64_t number, model::Time when) = 0;
  virtual void show_loss(std::uint32_t thread, const model::Record& record, model::Time when) = 0;
  virtual void show_counter(Counter counter, model::Time when, std::int64_t value) = 0;
  // Of every call that starts, completes or frees requests, whether it is shown or not.
  virtual void follow_requests(const model::MergedRecord&, const Place&) {}
  // From here on nobody knows what became of the requests that are open.
  virtual void lose_requests(model::Time, std::string_view) {}
  virtual void end_requests() {}
  // Such as there was no room for.
  void add_hidden_requests(std::uint64_t count) { hidden_requests_ += count; }

  // How far the repair of clocks moved the call's end; most calls it left alone.
  model::Duration moved(const model::Record& record) const;
  std::int32_t rank_of(std::int32_t process) const {
    return run_.processes[static_cast<std::size_t>(process)].rank.value;
  }
  bool is_wanted(model::Time start, model::Time end) const { return start <= options_.to && end >= options_.from; }

  const model::Run& run_;
  const model::Process& process_;
  Text written_;

 private:
  void take_call(const model::MergedRecord& merged, Track& track);
  void take_more(const model::MergedRecord& merged, Track& track);
  void take_wait(std::uint32_t thread, std::string_view cause, model::Time until, std::int32_t process);
  void close_call(std::uint32_t thread, Track& track);
  Receipts early_of(const model::MergedRecord& merged, const Place& place, Track& track);
  void take_polls(const model::MergedRecord& merged, Track& track);
  void take_unfinished(const model::MergedRecord& merged, Track& track);
  void take_own(std::uint32_t thread, std::string_view name, model::Time start, model::Time end);
  void begin_regions(std::uint32_t thread, Track& track);
  void take_region_end(std::uint32_t thread, model::Time end);
  void add_computation(const model::Record& record, model::Time start);
  void count(const model::MergedRecord& merged, model::Time when);
  // For a gauge: shows the counter where that is wanted.
  auto show_of(Counter counter) {
    return [this, counter](model::Time when, std::int64_t value) {
      if (is_wanted(when, when)) show_counter(counter, when, value);
    };
  }

  TimelineOptions options_;
  std::vector<Track> tracks_;  // by thread
  Track computation_;
  std::vector<model::Receipt> early_;
  bool has_call_ = false;  // the main thread has had one, and what it did since is known
  model::Time call_end_;   // its end
  Gauge bytes_;
  Gauge requests_;
  std::uint64_t unfinished_ = 0;
  std::uint64_t hidden_requests_ = 0;
};

std::int64_t busy_ns(const model::Record& polls);

}  // namespace mpitrace::present
