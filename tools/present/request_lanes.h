// SPDX-License-Identifier: BSD-3-Clause
// The requests of a process that are in flight, each on the first lane that is free when it begins, so that no two
// overlap on a lane. Takes when they begin and end; gives each one's lane. Holds at most kMost lanes: what finds none
// is only counted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/time.h"

namespace mpitrace::present {

class RequestLanes {
 public:
  static constexpr std::size_t kMost = 64;
  struct Lane {
    std::uint64_t flow = 0;
    std::uint32_t site = 0;
    model::Time start;
    model::Time end = model::kEarliest;  // of the request before; of this one once it has ended
    std::string arguments;               // as the output has them
  };

  // nullptr: all are taken.
  Lane* begin(std::uint64_t flow, model::Time start) {
    for (std::size_t i = 0; i < kMost; ++i) {
      if (i == lanes_.size()) lanes_.emplace_back();
      Lane& lane = lanes_[i];
      if ((busy_ >> i & 1U) != 0 || lane.end > start) continue;
      busy_ |= std::uint64_t{1} << i;
      lane.flow = flow;
      lane.start = start;
      return &lane;
    }
    ++without_lane_;
    return nullptr;
  }
  // Ends the request with this flow, if it has a lane, or all: calls end(number of the lane, lane) and frees it.
  template <class End>
  void end_one(std::uint64_t flow, model::Time when, End&& end) {
    for (std::uint64_t left = busy_; left != 0; left &= left - 1) {
      const auto number = static_cast<std::size_t>(std::countr_zero(left));
      if (lanes_[number].flow == flow) return free(number, when, end);
    }
  }
  template <class End>
  void end_all(model::Time when, End&& end) {
    for (std::uint64_t left = busy_; left != 0; left &= left - 1)
      free(static_cast<std::size_t>(std::countr_zero(left)), when, end);
  }
  std::uint64_t without_lane() const { return without_lane_; }

 private:
  void free(std::size_t number, model::Time when, auto&& end) {
    Lane& lane = lanes_[number];
    busy_ &= ~(std::uint64_t{1} << number);
    lane.end = std::max(when, lane.start + model::Duration{1});
    end(number, lane);
  }

  std::vector<Lane> lanes_;
  std::uint64_t busy_ = 0;  // a bit for each lane
  std::uint64_t without_lane_ = 0;
};

}  // namespace mpitrace::present
