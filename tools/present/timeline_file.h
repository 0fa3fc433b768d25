// SPDX-License-Identifier: BSD-3-Clause
// A file that shows a whole run in some form: what stands before and behind its ranks, and who writes each of them. All
// processes have the same ids in every form.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"
#include "present/text.h"
#include "present/timeline.h"

namespace mpitrace::present {

// Ids of tracks, unique in the whole file: Perfetto looks a thread up by its tid alone.
struct TrackIds {
  std::uint64_t pid = 1;
  std::uint64_t first_tid = 1000;  // the computation track; threads follow
};

// Ids for each process: pid is rank + 1 unless another process has that rank already.
std::vector<TrackIds> track_ids(const model::Run& run);

// What every form is made of. All must outlive it.
struct TimelineSource {
  const model::Run& run;
  const model::Communicators& communicators;
  const model::SiteNames& sites;
  std::string_view version;
  TimelineOptions options;
};

// What is known when all ranks are through.
struct TimelineTotals {
  model::MessageCounts messages;
  model::CollectiveCounts collectives;
  std::uint64_t unfinished = 0;
  std::uint64_t hidden_requests = 0;
};

class TimelineFile {
 public:
  virtual ~TimelineFile() = default;
  // The first block of the file, the writers of the ranks' blocks, the last one.
  virtual void begin(Text& text) const = 0;
  virtual std::unique_ptr<Timeline> rank(std::size_t process) const = 0;
  virtual void end(const TimelineTotals& totals, Text& text) const = 0;
  // The last step for each block, before it goes into the file. Safe to call from several workers.
  virtual void seal(Text&) const {}
};

}  // namespace mpitrace::present
