// SPDX-License-Identifier: BSD-3-Clause
#include "model/clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace mpitrace::model {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

TEST(Clock, IsExactAtItsAnchorsAndLinearBetween) {
  const Clock clock({{1'000, 5'000, 0}, {2'600'001'000, kSecond + 5'000, 0}}, ClockKind::kTsc, 0);
  EXPECT_EQ(clock.at(1'000).ns, 5'000);
  EXPECT_EQ(clock.at(2'600'001'000).ns, 1'000'005'000);
  EXPECT_EQ(clock.at(1'300'001'000).ns, 500'005'000);
}

TEST(Clock, ExtendsTheNearestTwoAnchorsBeyondThem) {
  const Clock clock({{1'000'000, 0 + kSecond, 0}, {2'000'000, 2 * kSecond, 0}, {3'000'000, 4 * kSecond, 0}},
                    ClockKind::kTsc, 0);
  EXPECT_EQ(clock.at(500'000).ns, 500'000'000);
  EXPECT_EQ(clock.at(4'000'000).ns, 6'000'000'000);
}

TEST(Clock, UsesTheMeasuredRateWithOneAnchor) {
  const Clock clock({{2'000, 700, 0}}, ClockKind::kTsc, 2 * kSecond);
  EXPECT_EQ(clock.at(4'000).ns, 1'700);
  EXPECT_EQ(clock.at(0).ns, -300);
}

TEST(Clock, TakesNanosecondsAsTheyAre) {
  Clock clock({{5, 1'000, 0}, {6, 9'000, 0}}, ClockKind::kMonotonicRawNs, 0);
  clock.shift({40});
  EXPECT_EQ(clock.at(123).ns, 163);
}

TEST(Clock, NeverRunsBackwards) {
  const Clock clock({{0, 1, 0}, {26'000'000'007, 10'000'000'001, 0}, {52'000'000'001, 20'000'000'123, 0}},
                    ClockKind::kTsc, 0);
  Time last = clock.at(0);
  for (std::uint64_t ticks = 1; ticks < 60'000'000'000; ticks += 7'919'777) {
    const Time now = clock.at(ticks);
    ASSERT_GE(now, last) << ticks;
    last = now;
  }
}

TEST(Clock, HoldsANanosecondAfterYears) {
  const std::uint64_t years = std::uint64_t{10} * 365 * 86'400 * kSecond;
  const Clock clock({{0, 1, 0}, {kSecond, kSecond + 1, 0}}, ClockKind::kTsc, 0);
  EXPECT_EQ(clock.at(years + 1).ns - clock.at(years).ns, 1);
}

TEST(Clock, LeavesOutAnchorsThatGoBackwards) {
  const Clock clock({{1'000, 1'000, 0}, {5'000, 500, 0}, {kSecond, kSecond, 0}}, ClockKind::kTsc, 0);
  EXPECT_EQ(clock.at(5'000).ns, 5'000);
}

TEST(Clock, IsBentBetweenKnotsAndShiftedBeyondThem) {
  Clock clock({{0, 1'000, 0}, {2'600'000'000, kSecond + 1'000, 0}}, ClockKind::kTsc, 0);
  clock.bend({{{101'000}, {0}}, {{201'000}, {50'000}}});
  EXPECT_EQ(clock.at(0).ns, 1'000);
  EXPECT_EQ(clock.at(260'000).ns, 101'000);
  EXPECT_EQ(clock.at(390'000).ns, 176'000);
  EXPECT_EQ(clock.at(520'000).ns, 251'000);
  EXPECT_EQ(clock.at(2'600'000'000).ns, kSecond + 51'000);
  EXPECT_EQ(clock.at(5'200'000'000).ns, 2 * kSecond + 51'000) << "its own rate again behind the last knot";
}

TEST(Clock, JumpsFromOneNanosecondToTheNext) {
  Clock clock({}, ClockKind::kMonotonicRawNs, 0);
  clock.bend({{{99}, {0}}, {{100}, {700}}, {{70'100}, {0}}});
  EXPECT_EQ(clock.at(99).ns, 99);
  EXPECT_EQ(clock.at(100).ns, 800);
  EXPECT_EQ(clock.at(70'100).ns, 70'100);
  EXPECT_EQ(clock.at(90'000).ns, 90'000);
}

TEST(Clock, StaysStillWhereACorrectionWouldTurnItBack) {
  Clock clock({}, ClockKind::kMonotonicRawNs, 0);
  clock.bend({{{100}, {0}}, {{200}, {-500}}});
  Time last = clock.at(0);
  for (std::uint64_t at = 0; at < 2'000; ++at) {
    ASSERT_GE(clock.at(at), last) << at;
    last = clock.at(at);
  }
}

TEST(Clock, FindsTheTicksOfATime) {
  const Clock clock({{1'000, 5'000, 0}, {2'600'001'000, kSecond + 5'000, 0}}, ClockKind::kTsc, 0);
  for (std::int64_t ns = 0; ns < 2'000'000'000; ns += 7'919'777) {
    const std::uint64_t ticks = clock.ticks_at({ns});
    if (ticks == 0) continue;
    ASSERT_GE(clock.at(ticks).ns, ns);
    ASSERT_LT(clock.at(ticks - 1).ns, ns);
  }
}

TEST(Clock, SurvivesForgedKnots) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const ClockKind kind : {ClockKind::kTsc, ClockKind::kMonotonicRawNs}) {
    Clock clock({{1, 2, 0}, {kMost, 3, 0}}, kind, 1);
    clock.bend({{{-kMost}, {kMost}}, {{0}, {-kMost}}, {{kMost}, {kMost}}});
    clock.at(0);
    clock.at(std::numeric_limits<std::uint64_t>::max());
    clock.ticks_at({-kMost});
    clock.ticks_at({kMost});
  }
}

}  // namespace
}  // namespace mpitrace::model
