// SPDX-License-Identifier: BSD-3-Clause
// One pass over a run, into one or more files that show all of it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cli/counted_sink.h"
#include "cli/session.h"
#include "cli/tee_sink.h"
#include "cli/timeline_names.h"
#include "model/merged.h"
#include "present/output.h"
#include "present/timeline_file.h"

namespace mpitrace::cli {

// What of the run the files show.
struct Written {
  std::uint64_t calls = 0;
  std::uint64_t messages = 0;         // both ends known
  std::uint64_t hidden_requests = 0;  // for which Perfetto's lanes had no room
};

class TimelineMerge {
 public:
  // All must outlive it.
  TimelineMerge(Session& session, const model::SiteNames& sites) : session_(session), sites_(sites) {}

  model::Result<model::Nothing> add(const TimelineName& name);
  // After all were added.
  model::Result<model::MessageCounts> write(const Options& options);
  // After write(), these two.
  const model::CollectiveCounts& collectives() const { return collectives_; }
  Written written(const model::MessageCounts& counts) const;

 private:
  struct File {
    std::unique_ptr<present::TimelineFile> form;
    present::Output output;
    std::vector<std::unique_ptr<present::Timeline>> ranks;
  };

  const model::Run& run() const { return session_.open.run; }
  std::vector<model::MergedSink*> make_sinks();
  void put(File& file, std::uint64_t number, present::Text& text);
  void put_rank(std::size_t slice, std::size_t rank, bool is_last);
  present::TimelineTotals totals(const File& file, const model::MessageCounts& counts) const;

  Session& session_;
  const model::SiteNames& sites_;
  std::deque<File> files_;
  model::CollectiveCounts collectives_;
  std::deque<TeeSink> tees_;  // where they are, the merger's sinks or what stands behind these:
  std::deque<CountedSink> counted_;
};

}  // namespace mpitrace::cli
