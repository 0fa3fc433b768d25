// SPDX-License-Identifier: BSD-3-Clause
#include "read/clock.h"

#include <gtest/gtest.h>

namespace mpitrace::read {
namespace {

using model::Anchor;
using model::ClockKind;

constexpr std::uint64_t kSecond = 1'000'000'000;

TEST(Clock, IsExactAtItsAnchorsAndLinearBetween) {
  const Clock clock({{1'000, 5'000, 0}, {2'600'001'000, kSecond + 5'000, 0}}, ClockKind::kTsc, 0, 0);
  EXPECT_EQ(clock.at(1'000).ns, 5'000);
  EXPECT_EQ(clock.at(2'600'001'000).ns, 1'000'005'000);
  EXPECT_EQ(clock.at(1'300'001'000).ns, 500'005'000);
}

TEST(Clock, ExtendsTheNearestTwoAnchorsBeyondThem) {
  const Clock clock({{1'000'000, 0 + kSecond, 0}, {2'000'000, 2 * kSecond, 0}, {3'000'000, 4 * kSecond, 0}},
                    ClockKind::kTsc, 0, 0);
  EXPECT_EQ(clock.at(500'000).ns, 500'000'000);
  EXPECT_EQ(clock.at(4'000'000).ns, 6'000'000'000);
}

TEST(Clock, UsesTheMeasuredRateWithOneAnchor) {
  const Clock clock({{2'000, 700, 0}}, ClockKind::kTsc, 2 * kSecond, 0);
  EXPECT_EQ(clock.at(4'000).ns, 1'700);
  EXPECT_EQ(clock.at(0).ns, -300);
}

TEST(Clock, TakesNanosecondsAsTheyAre) {
  const Clock clock({{5, 1'000, 0}, {6, 9'000, 0}}, ClockKind::kMonotonicRawNs, 0, 40);
  EXPECT_EQ(clock.at(123).ns, 163);
}

TEST(Clock, NeverRunsBackwards) {
  const Clock clock({{0, 1, 0}, {26'000'000'007, 10'000'000'001, 0}, {52'000'000'001, 20'000'000'123, 0}},
                    ClockKind::kTsc, 0, 0);
  model::Time last = clock.at(0);
  for (std::uint64_t ticks = 1; ticks < 60'000'000'000; ticks += 7'919'777) {
    const model::Time now = clock.at(ticks);
    ASSERT_GE(now, last) << ticks;
    last = now;
  }
}

TEST(Clock, HoldsANanosecondAfterYears) {
  const std::uint64_t years = std::uint64_t{10} * 365 * 86'400 * kSecond;
  const Clock clock({{0, 1, 0}, {kSecond, kSecond + 1, 0}}, ClockKind::kTsc, 0, 0);
  EXPECT_EQ(clock.at(years + 1).ns - clock.at(years).ns, 1);
}

TEST(Clock, LeavesOutAnchorsThatGoBackwards) {
  const Clock clock({{1'000, 1'000, 0}, {5'000, 500, 0}, {kSecond, kSecond, 0}}, ClockKind::kTsc, 0, 0);
  EXPECT_EQ(clock.at(5'000).ns, 5'000);
}

}  // namespace
}  // namespace mpitrace::read
