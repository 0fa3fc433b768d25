// SPDX-License-Identifier: BSD-3-Clause
// What is written on one track of a Chrome trace: slices, and the ends of arrows in them. All text that never changes
// is prepared once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/process.h"
#include "present/text.h"
#include "present/track.h"

namespace mpitrace::present {

class ChromeTrack {
 public:
  enum class Arrow : std::uint8_t { kMessageBegins, kMessageEnds, kRequestBegins, kRequestEnds };

  ChromeTrack(std::uint64_t pid, std::uint64_t tid);

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
  // The part of a call that it waited for somebody.
  void wait(Text& lines, std::string_view cause, const Place& place, std::int32_t for_rank) const;
  // A slice that begins with the sending of messages, and their ends.
  void arrival(Text& lines, const Arrival& arrival, const model::Run& run) const;

 private:
  std::string slice_;
  std::string instant_;
  std::string begin_;
  std::string finish_;
  std::string arrows_[4];
};

// ,"name":"...","cat":"...","ts":
std::string name_and_category(std::string_view name, std::string_view category);

}  // namespace mpitrace::present
