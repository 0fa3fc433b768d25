// SPDX-License-Identifier: BSD-3-Clause
// One track of a Chrome trace: slices one after another that never overlap, and the ends of arrows in them. All text
// that never changes is prepared once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/merged.h"
#include "model/process.h"
#include "present/text.h"

namespace mpitrace::present {

class ChromeTrack {
 public:
  enum class Arrow : std::uint8_t { kMessageBegins, kMessageEnds, kRequestBegins, kRequestEnds };

  ChromeTrack(std::uint64_t pid, std::uint64_t tid);

  // Where a slice from `start` to `end` may lie: behind the last one and at least a nanosecond long, since viewers drop
  // slices that overlap and take empty ones for something else. The place is then taken.
  struct Place {
    model::Time start;
    model::Time end;
  };
  Place place(model::Time start, model::Time end);
  model::Time end() const { return end_; }

  // {"ph":"X","pid":1,"tid":1001, and {"ph":"i",...: a name, a category and a time follow.
  std::string_view slice() const { return slice_; }
  std::string_view instant() const { return instant_; }
  // The two ends of a slice that others lie in, to be written when each is known: {"ph":"B","pid":1,"tid":1001 and
  // {"ph":"E",...
  std::string_view begin() const { return begin_; }
  std::string_view finish() const { return finish_; }
  // A slice without arguments, at a place.
  void plain_slice(Text& lines, std::string_view name_and_category, const Place& place) const;
  void arrow(Text& lines, Arrow arrow, std::uint64_t flow, const Micros& when) const;
  // The part of the call at `place` that it waited for somebody, up to `until`: a slice in it, named after the cause.
  void wait(Text& lines, std::string_view cause, model::Time until, const Place& place, std::int32_t for_rank) const;
  // The ends of messages that the call at `place` received.
  void receipts(Text& lines, std::span<const model::Receipt> received, const Place& place, const model::Run& run);

  model::Time paused = model::kLatest;  // since when recording is paused
  struct Region {
    std::string name;
    model::Time start;
    bool is_written;
  };
  std::vector<Region> regions;  // begun and not ended

 private:
  std::string slice_;
  std::string instant_;
  std::string begin_;
  std::string finish_;
  std::string arrows_[4];
  model::Time end_ = model::kEarliest;  // of the last slice
  std::vector<model::Receipt> late_;
};

// ,"name":"...","cat":"...","ts":
std::string name_and_category(std::string_view name, std::string_view category);

}  // namespace mpitrace::present
