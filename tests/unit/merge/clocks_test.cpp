// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clocks.h"

#include <gtest/gtest.h>

namespace mpitrace::merge {
namespace {

using model::ClockKind;
using model::ClockSource;
using When = model::ClockSample::When;

constexpr std::int64_t kSecond = 1'000'000'000;

// A process of a machine whose counter shows nanoseconds and stood at `ahead_ns` when the first machine's stood at 0.
model::Process on_machine(std::uint64_t id, const std::string& boot, std::uint64_t ahead_ns,
                          std::uint64_t realtime_ns = 5'000) {
  model::Process process;
  process.id = id;
  process.boot_id = boot;
  process.clock_kind = ClockKind::kMonotonicRawNs;
  process.anchors = {{ahead_ns, ahead_ns, ahead_ns + realtime_ns}};
  return process;
}

std::int64_t on_run(const model::Process& process, std::int64_t own_ns) {
  return own_ns + model::shift_at(process.clock_shift, {own_ns}).ns;
}

TEST(AlignClocks, GivesRanksOfOneBootOneCounter) {
  model::Run run;
  run.processes = {on_machine(1, "a", 100), on_machine(2, "a", 900)};
  align_clocks(run);
  EXPECT_EQ(run.clock_domains, 1U);
  EXPECT_EQ(run.processes[1].clock_reference, 0U);
  EXPECT_TRUE(run.processes[1].clock_shift.empty());
  EXPECT_EQ(run.processes[1].clock_quality.source, ClockSource::kOneCounter);
}

TEST(AlignClocks, FollowsOffsetAndDriftOfTwoComparisons) {
  model::Run run;
  run.processes = {on_machine(1, "a", 0), on_machine(2, "b", 7'000)};
  // Counter b is 7,000 ns ahead, and gains 50 us in a second. Round trips of 400 and 600 ns.
  run.processes[1].clock_samples = {
      {1, 1'000, 7'800, 8'200, When::kInit},
      {1, static_cast<std::uint64_t>(kSecond + 1'000), static_cast<std::uint64_t>(kSecond + 57'700),
       static_cast<std::uint64_t>(kSecond + 58'300), When::kFinalize}};
  align_clocks(run);
  const model::Process& other = run.processes[1];
  EXPECT_EQ(on_run(other, 8'000), 1'000);
  EXPECT_EQ(on_run(other, kSecond + 58'000), kSecond + 1'000);
  EXPECT_EQ(on_run(other, kSecond / 2 + 33'000), kSecond / 2 + 1'000);
  EXPECT_EQ(other.clock_quality.source, ClockSource::kCompared);
  EXPECT_EQ(other.clock_quality.error_at_start.ns, 200);
  EXPECT_EQ(other.clock_quality.error_at_end.ns, 300);
}

TEST(AlignClocks, AddsUpTheStepsToTheFirstCounter) {
  model::Run run;
  run.processes = {on_machine(1, "a", 0), on_machine(2, "b", 1'000), on_machine(3, "c", 50'000)};
  run.processes[1].clock_samples = {{1, 10, 1'000, 1'020, When::kInit}};
  run.processes[2].clock_samples = {{2, 1'010, 50'000, 50'040, When::kInit}};
  align_clocks(run);
  EXPECT_EQ(on_run(run.processes[2], 50'020), 10);
  EXPECT_EQ(run.processes[2].clock_quality.error_at_start.ns, 30);
  EXPECT_EQ(run.processes[2].clock_quality.source, ClockSource::kComparedOnce);
}

TEST(AlignClocks, UsesAComparisonFromEitherEnd) {
  model::Run run;
  run.processes = {on_machine(1, "a", 0), on_machine(2, "b", 1'000)};
  run.processes[0].clock_samples = {{2, 1'500, 490, 510, When::kInit}};
  align_clocks(run);
  EXPECT_EQ(on_run(run.processes[1], 1'500), 500);
}

TEST(AlignClocks, FallsBackToWallClocksAndSaysSo) {
  model::Run run;
  run.processes = {on_machine(1, "a", 0, 5'000), on_machine(2, "b", 700, 4'400), on_machine(3, "c", 10, 5'000)};
  run.processes[2].clock_samples = {{2, 800, 20, 40, When::kInit}};
  align_clocks(run);
  EXPECT_EQ(on_run(run.processes[1], 700), 100);
  EXPECT_EQ(run.processes[1].clock_quality.source, ClockSource::kWallClock);
  EXPECT_EQ(on_run(run.processes[2], 30), 200) << "as compared with the one that the wall clock placed";
  EXPECT_EQ(run.processes[2].clock_quality.source, ClockSource::kWallClock);
}

TEST(AlignClocks, JoinsTwoKindsOfClockOfOneBoot) {
  model::Run run;
  run.processes = {on_machine(1, "a", 500), on_machine(2, "a", 900)};
  run.processes[1].clock_kind = ClockKind::kTsc;
  run.processes[1].ticks_per_second = 2'600'000'000;
  align_clocks(run);
  EXPECT_EQ(run.clock_domains, 2U);
  EXPECT_EQ(on_run(run.processes[1], 900), 900);
  EXPECT_EQ(run.processes[1].clock_quality.source, ClockSource::kCompared);
}

TEST(AlignClocks, DoesNotBelieveImpossibleSamples) {
  model::Run run;
  run.processes = {on_machine(1, "a", 0), on_machine(2, "b", 0)};
  run.processes[1].clock_samples = {
      {1, 5, 100, 50, When::kInit}, {77, 5, 1, 2, When::kInit}, {2, 5, 1, 2, When::kInit}};
  align_clocks(run);
  EXPECT_EQ(run.processes[1].clock_quality.source, ClockSource::kWallClock);
}

}  // namespace
}  // namespace mpitrace::merge
