// SPDX-License-Identifier: BSD-3-Clause
#include "record/control.h"

#include <gtest/gtest.h>

#include <array>

#include "record/clock.h"
#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

using format::Kind;
using format::OwnWork;

constexpr std::array<std::int64_t, format::kFieldCount> kNoValues{};

TEST(WriteOwnWork, SaysWhatWasDoneAndFromWhenToWhen) {
  tests::Recording recording;
  const std::uint64_t start_ticks = now_ticks();
  write_own_work(recording.thread(), OwnWork::kClocks, start_ticks);
  write_own_work(recording.thread(), OwnWork::kFlush, now_ticks());
  const std::uint64_t end_ticks = now_ticks();
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.own_work.size(), 2U);
  EXPECT_EQ(read.own_work[0].what, OwnWork::kClocks);
  EXPECT_EQ(read.own_work[0].start_ticks, start_ticks);
  EXPECT_LE(read.own_work[0].end_ticks, read.own_work[1].start_ticks);
  EXPECT_EQ(read.own_work[1].what, OwnWork::kFlush);
  EXPECT_LE(read.own_work[1].end_ticks, end_ticks);
}

// The fold's first poll was before.
TEST(WriteOwnWork, ComesBehindPolls) {
  tests::Recording recording;
  const std::uint64_t first_ticks = now_ticks();
  recording.poll(Kind::kProbe, 0x1000, {first_ticks, first_ticks + 1});
  write_own_work(recording.thread(), OwnWork::kClocks, now_ticks() + 1);
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.polls.size(), 1U);
  EXPECT_EQ(read.polls[0].first_ticks, first_ticks);
}

TEST(WriteOwnWork, IsLeftOutWhereTimeSteppedBack) {
  tests::Recording recording;
  const std::uint64_t now = now_ticks();
  recording.call(Kind::kPlain, 0x1000, {now, now + 10}, kNoValues.data());
  write_own_work(recording.thread(), OwnWork::kClocks, now + 5);
  EXPECT_TRUE(recording.decode().own_work.empty());
}

}  // namespace
}  // namespace mpitrace::record
