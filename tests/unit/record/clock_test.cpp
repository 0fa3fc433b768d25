// SPDX-License-Identifier: BSD-3-Clause
#include "record/clock.h"

#include <gtest/gtest.h>
#include <time.h>

namespace mpitrace::record {
namespace {

TEST(TakeAnchor, NeverStepsBack) {
  start_clock();
  encode::AnchorTimes before = take_anchor(3);
  for (int i = 0; i < 1'000; ++i) {
    const encode::AnchorTimes after = take_anchor(3);
    ASSERT_GE(after.ticks, before.ticks);
    ASSERT_GE(after.monotonic_raw_ns, before.monotonic_raw_ns);
    before = after;
  }
}

TEST(TakeAnchor, LiesBetweenTheMomentsAroundIt) {
  start_clock();
  const std::uint64_t ticks_before = now_ticks();
  const std::uint64_t ns_before = monotonic_raw_ns();
  const encode::AnchorTimes anchor = take_anchor(3);
  EXPECT_GE(anchor.ticks, ticks_before);
  EXPECT_LE(anchor.ticks, now_ticks());
  EXPECT_GE(anchor.monotonic_raw_ns, ns_before);
  EXPECT_LE(anchor.monotonic_raw_ns, monotonic_raw_ns());
}

TEST(TakeAnchor, NamesTheTimeOfDay) {
  const auto seconds = static_cast<std::uint64_t>(time(nullptr));
  const std::uint64_t anchor_seconds = take_anchor(3).realtime_ns / 1'000'000'000U;
  EXPECT_GE(anchor_seconds + 1, seconds);
  EXPECT_LE(anchor_seconds, static_cast<std::uint64_t>(time(nullptr)) + 1);
}

// Two anchors far enough apart give the rate that was measured at the start, to a part in a hundred.
TEST(TicksPerSecond, IsTheRateOfTheAnchors) {
  start_clock();
  const encode::AnchorTimes before = take_anchor(8);
  const auto measured = static_cast<double>(ticks_per_second());
  while (monotonic_raw_ns() - before.monotonic_raw_ns < 2'000'000) {
  }
  const encode::AnchorTimes after = take_anchor(8);
  const double rate = static_cast<double>(after.ticks - before.ticks) * 1e9 /
                      static_cast<double>(after.monotonic_raw_ns - before.monotonic_raw_ns);
  EXPECT_NEAR(measured / rate, 1.0, 0.01);
}

TEST(NowTicks, AreNanosecondsWhereTheCounterCannotBeTrusted) {
  const bool is_tsc = g_clock_is_tsc;
  g_clock_is_tsc = false;
  const std::uint64_t before = monotonic_raw_ns();
  const std::uint64_t ticks = now_ticks();
  EXPECT_GE(ticks, before);
  EXPECT_LE(ticks, monotonic_raw_ns());
  EXPECT_EQ(ticks_per_second(), 1'000'000'000U);
  g_clock_is_tsc = is_tsc;
}

}  // namespace
}  // namespace mpitrace::record
