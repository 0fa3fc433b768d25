// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clock_bounds.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>

namespace mpitrace::merge {
namespace {

using model::Duration;
using model::Time;

constexpr Time kEnd{64'000'000};

TEST(BoundClocks, LeaveClocksThatMessagesAllow) {
  MessageTimes times(kEnd);
  times.add(0, 1, {10}, {5});
  times.add(1, 0, {20}, {1});
  for (const model::ClockShift& shift : bound_clocks(times, 2, ClockBounds::kByStretch)) EXPECT_TRUE(shift.empty());
}

TEST(BoundClocks, SetACounterThatIsWrongAllTheTimeByOneShift) {
  MessageTimes times(kEnd);
  for (std::int64_t at = 0; at < kEnd.ns; at += 100'000) {
    times.add(0, 1, {at}, {-50'000});  // counter 1 is behind by at least 50 us
    times.add(1, 0, {at}, {80'000});   // and by at most 80
  }
  const auto shifts = bound_clocks(times, 2, ClockBounds::kByStretch);
  EXPECT_TRUE(shifts[0].empty());
  ASSERT_EQ(shifts[1].size(), 1U);
  EXPECT_EQ(shifts[1][0].shift.ns, 50'001);
}

TEST(BoundClocks, AreOneShiftWhereThatIsWanted) {
  MessageTimes times(kEnd);
  times.add(0, 1, {0}, {-1'000});
  times.add(0, 1, {kEnd.ns}, {-9'000});
  const auto shifts = bound_clocks(times, 2, ClockBounds::kSteady);
  ASSERT_EQ(shifts[1].size(), 1U);
  EXPECT_EQ(shifts[1][0].shift.ns, 9'001);
}

TEST(BoundClocks, FollowACounterThatDrifts) {
  MessageTimes times(kEnd);
  // Counter 1 loses 1 us a millisecond; messages take 2 us.
  for (std::int64_t at = 0; at < kEnd.ns; at += 50'000) {
    const std::int64_t behind = at / 1'000;
    times.add(0, 1, {at}, {2'000 - behind});
    times.add(1, 0, {at}, {2'000 + behind});
  }
  const auto shifts = bound_clocks(times, 2, ClockBounds::kByStretch);
  ASSERT_EQ(shifts[1].size(), kStretches + 1);
  for (std::int64_t at = 0; at < kEnd.ns; at += 50'000) {
    const std::int64_t left = model::shift_at(shifts[1], {at}).ns - at / 1'000;
    EXPECT_LE(std::abs(left), 2'000) << at;
  }
}

TEST(BoundClocks, ReachCountersThatTheFirstNeverTalksTo) {
  MessageTimes times(kEnd);
  times.add(0, 1, {5}, {-100});
  times.add(1, 2, {5}, {-100});
  times.add(3, 2, {5}, {-7});
  const auto shifts = bound_clocks(times, 4, ClockBounds::kByStretch);
  EXPECT_EQ(model::shift_at(shifts[1], {5}).ns, 101);
  EXPECT_EQ(model::shift_at(shifts[2], {5}).ns, 202);
  EXPECT_EQ(model::shift_at(shifts[3], {5}).ns, 0);
}

TEST(BoundClocks, MoveTheOtherCounterWhereTheFirstIsReversed) {
  MessageTimes times(kEnd);
  times.add(1, 0, {5}, {-30});
  EXPECT_EQ(model::shift_at(bound_clocks(times, 2, ClockBounds::kByStretch)[1], {5}).ns, -31);
}

TEST(BoundClocks, GoThroughStretchesWithoutMessagesInAStraightLine) {
  MessageTimes times(kEnd);
  times.add(0, 1, {0}, {-1'000});
  times.add(1, 0, {0}, {1'100});
  times.add(0, 1, {kEnd.ns}, {-9'000});
  times.add(1, 0, {kEnd.ns}, {9'100});
  const auto shifts = bound_clocks(times, 2, ClockBounds::kByStretch);
  EXPECT_NEAR(static_cast<double>(model::shift_at(shifts[1], {kEnd.ns / 2}).ns), 5'000, 200);
}

// Whatever clocks are: with messages that were really sent before they were received, no pair and stretch is left
// reversed where constant shifts suffice.
TEST(BoundClocks, PutRandomShiftedClocksInOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kCounters = 5;
    std::array<std::int64_t, kCounters> error{};
    for (std::size_t i = 1; i < kCounters; ++i) error[i] = static_cast<std::int64_t>(random() % 20'000) - 10'000;
    struct Message {
      std::uint32_t from, to;
      Time received;
      std::int64_t took;
    };
    std::vector<Message> messages;
    MessageTimes times(kEnd);
    for (int i = 0; i < 300; ++i) {
      const auto from = static_cast<std::uint32_t>(random() % kCounters);
      const auto to = static_cast<std::uint32_t>(random() % kCounters);
      if (from == to) continue;
      const std::int64_t took = 1 + static_cast<std::int64_t>(random() % 3'000) + error[to] - error[from];
      messages.push_back({from, to, {static_cast<std::int64_t>(random()) % kEnd.ns}, took});
      times.add(from, to, messages.back().received, {took});
    }
    const auto shifts = bound_clocks(times, kCounters, ClockBounds::kByStretch);
    for (const Message& message : messages) {
      const std::int64_t moved = model::shift_at(shifts[message.to], message.received).ns -
                                 model::shift_at(shifts[message.from], message.received).ns;
      ASSERT_GE(message.took + moved, 0) << round;
    }
  }
}

TEST(BoundClocks, EndWhereMessagesContradictEachOther) {
  MessageTimes times(kEnd);
  times.add(0, 1, {5}, {-1'000});
  times.add(1, 0, {5}, {-1'000});
  times.add(2, 3, {5}, {std::numeric_limits<std::int64_t>::min()});
  times.add(3, 2, {5}, {std::numeric_limits<std::int64_t>::min() + 1});
  EXPECT_EQ(bound_clocks(times, 4, ClockBounds::kByStretch).size(), 4U);
}

}  // namespace
}  // namespace mpitrace::merge
