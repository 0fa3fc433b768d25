// SPDX-License-Identifier: BSD-3-Clause
// A run as Chrome Trace Event JSON: the facts of the run before the events, what became of the messages after them.
#pragma once

#include <memory>

#include "present/timeline_file.h"

namespace mpitrace::present {

class ChromeFile final : public TimelineFile {
 public:
  explicit ChromeFile(const TimelineSource& source) : source_(source), ids_(track_ids(source.run)) {}

  void begin(Text& text) const override;
  std::unique_ptr<Timeline> rank(std::size_t process) const override;
  void end(const TimelineTotals& totals, Text& text) const override;

 private:
  TimelineSource source_;
  std::vector<TrackIds> ids_;
};

}  // namespace mpitrace::present
