// SPDX-License-Identifier: BSD-3-Clause
// One packet sequence of a Perfetto trace: the events of one track, their times as distances from the last, their names
// as numbers. What a reader needs for that stands at its start, which comes with its first event; names of call sites
// come before their first use. Never lets time go back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/time.h"
#include "present/protobuf.h"
#include "present/text.h"

namespace mpitrace::present {

// What the sequences of one process have in common.
struct InternedNames {
  std::string fixed;               // fields of InternedData: categories, arguments
  std::vector<std::string> sites;  // the same of each call site
};

class Sequence {
 public:
  enum class Clock { kDistances, kAbsolute };

  // `names` must outlive it. `descriptor` is the packet that describes the track, if it is not described elsewhere.
  Sequence(std::uint32_t id, std::uint64_t track, const InternedNames& names, std::string descriptor = {},
           Clock clock = Clock::kDistances);

  // The names of a call site can be used from here on.
  void know(Text& text, std::uint32_t site) {
    if (!knows_[site]) tell(text, site);
  }
  void begin_if_needed(Text& text) {
    if (!has_begun_) begin(text);
  }
  // For the event that comes next: the packet's timestamp, and who it is from.
  std::uint64_t timestamp(model::Time when);
  std::string_view head() const { return {head_, head_size_}; }
  // The end of the slice that was begun last and has none.
  void end_slice(Text& text, model::Time when);

 private:
  void begin(Text& text);
  void tell(Text& text, std::uint32_t site);

  std::uint32_t id_;
  std::uint64_t track_;
  const InternedNames* names_;
  std::string descriptor_;
  Clock clock_;
  bool has_begun_ = false;
  std::int64_t last_ns_ = 0;
  std::size_t head_size_;
  char head_[16];  // fields: sequence and flags
  std::vector<bool> knows_;
};

// A packet with an event, which is added to the text when this ends.
class Event {
 public:
  static constexpr std::size_t kFrameBytes = 80;

  // `most`: bytes of the fields that follow.
  Event(Text& text, Sequence& sequence, model::Time when, std::uint64_t type, std::size_t most);
  ~Event() {
    message_.end(event_);
    message_.end(packet_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  Message& fields() { return message_; }

 private:
  Message message_;
  std::size_t packet_;
  std::size_t event_;
};

}  // namespace mpitrace::present
