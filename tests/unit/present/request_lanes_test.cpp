// SPDX-License-Identifier: BSD-3-Clause
#include "present/request_lanes.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

// Ends the request with this flow; gives the number of its lane, or -1.
int end(RequestLanes& lanes, std::uint64_t flow, std::int64_t when) {
  int found = -1;
  lanes.end_one(flow, {when}, [&](std::size_t number, const auto&) { found = static_cast<int>(number); });
  return found;
}

TEST(RequestLanes, GiveTheFirstLaneThatIsFree) {
  RequestLanes lanes;
  for (const std::uint64_t flow : {1U, 3U, 5U}) EXPECT_NE(lanes.begin(flow, {10}), nullptr);
  EXPECT_EQ(end(lanes, 3, 20), 1);
  EXPECT_NE(lanes.begin(7, {20}), nullptr);
  EXPECT_EQ(end(lanes, 7, 30), 1);
  EXPECT_EQ(end(lanes, 5, 30), 2);
  EXPECT_EQ(end(lanes, 5, 30), -1) << "it has ended";
}

// Calls of several threads come in the order of their ends.
TEST(RequestLanes, NeverHoldTwoAtOneTime) {
  RequestLanes lanes;
  lanes.begin(1, {10});
  EXPECT_EQ(end(lanes, 1, 100), 0);
  lanes.begin(3, {50});
  lanes.begin(5, {100});
  EXPECT_EQ(end(lanes, 3, 110), 1);
  EXPECT_EQ(end(lanes, 5, 110), 0);
}

TEST(RequestLanes, CountWhatHasNone) {
  RequestLanes lanes;
  for (std::uint64_t flow = 1; flow <= RequestLanes::kMost; ++flow) EXPECT_NE(lanes.begin(flow, {10}), nullptr);
  EXPECT_EQ(lanes.begin(100, {10}), nullptr);
  EXPECT_EQ(lanes.without_lane(), 1U);
  std::size_t ended = 0;
  lanes.end_all({20}, [&](std::size_t, const auto&) { ++ended; });
  EXPECT_EQ(ended, RequestLanes::kMost);
  EXPECT_NE(lanes.begin(101, {20}), nullptr);
}

}  // namespace
}  // namespace mpitrace::present
