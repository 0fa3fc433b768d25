// SPDX-License-Identifier: BSD-3-Clause
// Stands before another sink, gives it every record, and counts what lies in a span of time. One process's, as every
// sink: its counts are its worker's alone until the merge is over.
#pragma once

#include <cstdint>

#include "cli/time_range.h"
#include "model/merged.h"

namespace mpitrace::cli {

class CountedSink final : public model::MergedSink {
 public:
  // Both must outlive it.
  CountedSink(model::MergedSink& next, const TimeRange& range) : next_(next), range_(range) {}

  void take(const model::MergedRecord& merged) override {
    const model::Record& record = *merged.record;
    if (record.shown && range_.touches(record.start, record.end)) {
      if (record.type == model::RecordType::kCall) ++calls_;
      for (const model::PolledSite& polled : record.polled) calls_ += polled.count;
      messages_ += merged.received.size();
    }
    next_.take(merged);
  }
  void take_late(const model::LateReceipt& late) override {
    if (range_.touches(late.start, late.end)) ++messages_;
    next_.take_late(late);
  }
  void take_lone(const model::LoneEnd& lone) override { next_.take_lone(lone); }

  std::uint64_t calls() const { return calls_; }        // folded polls included
  std::uint64_t messages() const { return messages_; }  // whose receive was completed

 private:
  model::MergedSink& next_;
  const TimeRange& range_;
  std::uint64_t calls_ = 0;
  std::uint64_t messages_ = 0;
};

}  // namespace mpitrace::cli
