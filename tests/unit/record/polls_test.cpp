// SPDX-License-Identifier: BSD-3-Clause
#include "record/polls.h"

#include <gtest/gtest.h>

#include <array>

#include "record/control.h"
#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

using format::Kind;

constexpr std::array<std::int64_t, format::kFieldCount> kNoValues{};
constexpr std::uint64_t kLongGapTicks = std::uint64_t{1} << 19U;

TEST(CountPoll, FoldsPollsInARowIntoOneRecordWithExactCounts) {
  tests::Recording recording;
  for (std::uint64_t i = 0; i < 1'000; ++i)
    recording.poll(Kind::kProbe, 0x1000 + i % 2, {1'000 + 10 * i, 1'003 + 10 * i});
  recording.call(Kind::kPlain, 0x2000, {20'000, 20'001}, kNoValues.data());
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.polls.size(), 1U);
  EXPECT_EQ(read.polls[0].first_ticks, 1'000U);
  EXPECT_EQ(read.polls[0].last_ticks, 1'003U + 9'990U);
  ASSERT_EQ(read.polls[0].by_context.size(), 2U);
  for (const auto& [context, counts] : read.polls[0].by_context)
    EXPECT_EQ(counts, std::make_pair(std::uint64_t{500}, std::uint64_t{1'500}));
  EXPECT_EQ(read.calls.at(0).start_ticks, 20'000U);
}

TEST(CountPoll, CountsEachAsACall) {
  tests::Recording recording;
  for (std::uint64_t i = 0; i < 5; ++i) recording.poll(Kind::kProbe, 0x1000, {10 * i, 10 * i + 2});
  EXPECT_EQ(recording.chunks().at(0).calls, 5U);
  EXPECT_EQ(find_context(recording.thread(), 0x1000, static_cast<std::uint32_t>(Kind::kProbe)).busy_ticks, 10U);
}

TEST(CountPoll, BeginsAnewAfterALongGap) {
  tests::Recording recording;
  recording.poll(Kind::kProbe, 0x1000, {100, 110});
  recording.poll(Kind::kProbe, 0x1000, {110 + kLongGapTicks, 120 + kLongGapTicks});
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.polls.size(), 2U);
  EXPECT_EQ(read.polls[0].last_ticks, 110U);
  EXPECT_EQ(read.polls[1].first_ticks, 110 + kLongGapTicks);
}

TEST(CountPoll, BeginsAnewWhenMorePlacesPollThanAFoldHolds) {
  tests::Recording recording;
  constexpr std::uint64_t kSites = 3 * format::kMaxPolledContexts + 1;
  for (std::uint64_t i = 0; i < kSites; ++i) recording.poll(Kind::kProbe, 0x1000 + i, {100 * i, 100 * i + 7});
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.polls.size(), 4U);
  EXPECT_EQ(read.polled(), kSites);
}

TEST(CountPoll, NeverLetsTimeStepBack) {
  tests::Recording recording;
  recording.call(Kind::kPlain, 0x2000, {100, 200}, kNoValues.data());
  recording.poll(Kind::kProbe, 0x1000, {150, 140});
  recording.poll(Kind::kProbe, 0x1000, {190, 260});
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.polls.at(0).first_ticks, 200U);
  EXPECT_EQ(read.polls.at(0).last_ticks, 260U);
}

TEST(CountPoll, CountsNothingWhileRecordingIsPaused) {
  tests::Recording recording;
  recording.thread().paused = true;
  recording.poll(Kind::kProbe, 0x1000, {100, 110});
  EXPECT_EQ(recording.slot().polls.contexts, 0U);
}

// A program that only polls, with pauses, fills chunks with nothing but polls records.
TEST(CountPoll, ClosesAChunkThatIsFull) {
  tests::Recording recording;
  std::uint64_t now = 1'000;
  constexpr std::uint64_t kPolls = 60'000;
  for (std::uint64_t i = 0; i < kPolls; ++i) {
    recording.poll(Kind::kProbe, 0x1000 + i % 11, {now, now + 5});
    now += kLongGapTicks;
  }
  const tests::Decoded read = recording.decode();
  EXPECT_GT(recording.chunks().size(), 2U);
  EXPECT_EQ(read.polled(), kPolls);
  std::uint64_t calls = 0;
  for (const tests::ReadChunk& chunk : recording.chunks()) calls += chunk.calls;
  EXPECT_EQ(calls, kPolls);
}

// Writing a chunk takes time; the poll after which it was written may have begun before.
TEST(CountPoll, BeginsAfterTheChunkThatItHadToCloseFirst) {
  tests::Recording recording;
  static std::uint64_t flush_end_ticks;
  recording.poll(Kind::kProbe, 0x1000, {1'000, 1'010});
  const std::uint64_t start_ticks = 1'010 + kLongGapTicks;
  flush_end_ticks = start_ticks + 500;
  static void (*flush_to_memory)(Thread&) noexcept;
  flush_to_memory = g_flush;
  g_flush = [](Thread& thread) noexcept {
    flush_to_memory(thread);
    const std::uint64_t values[] = {0, flush_end_ticks - thread.slot->end_ticks};
    thread.slot->end_ticks = flush_end_ticks;
    write_control(thread, format::Control::kFlush, values, 2);
  };
  recording.limit_chunks_to(recording.slot().used_bytes + 1);
  recording.poll(Kind::kProbe, 0x1000, {start_ticks, start_ticks + 20});
  g_flush = flush_to_memory;
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.polls.size(), 2U);
  EXPECT_GE(read.polls[1].first_ticks, flush_end_ticks);
  EXPECT_GE(read.polls[1].last_ticks, read.polls[1].first_ticks);
}

TEST(WritePolls, LeavesNothingPending) {
  tests::Recording recording;
  recording.poll(Kind::kProbe, 0x1000, {100, 110});
  write_polls(recording.thread());
  EXPECT_EQ(recording.slot().polls.contexts, 0U);
  EXPECT_EQ(recording.slot().end_ticks, 110U);
  const std::uint64_t used_bytes = recording.slot().used_bytes;
  write_polls(recording.thread());
  EXPECT_EQ(recording.slot().used_bytes, used_bytes);
}

}  // namespace
}  // namespace mpitrace::record
