// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clock_repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mpitrace::merge {
namespace {

using model::Time;

std::int64_t repaired_at(const Repaired& repaired, std::uint32_t process, Time when) {
  return when.ns + model::shift_at(repaired.shifts[process], when).ns;
}

TEST(ClockRepair, MovesAReceiveBehindItsSendAndCatchesUp) {
  const Repaired repaired = repair_clocks({{0, 1, {1'000}, {900}}}, 2);
  EXPECT_TRUE(repaired.shifts[0].empty());
  EXPECT_EQ(repaired_at(repaired, 1, {899}), 899);
  EXPECT_EQ(repaired_at(repaired, 1, {900}), 1'002);
  EXPECT_EQ(repaired_at(repaired, 1, {900 + 10'200}), 11'100);
  EXPECT_EQ(repaired.moved_receives, 1U);
  EXPECT_EQ(repaired.most_moved.ns, 102);
}

TEST(ClockRepair, LeavesWhatIsInOrder) {
  const Repaired repaired = repair_clocks({{0, 1, {1'000}, {1'001}}, {1, 0, {2'000}, {2'500}}}, 2);
  EXPECT_EQ(repaired.moved_receives, 0U);
  EXPECT_TRUE(repaired.shifts[0].empty() && repaired.shifts[1].empty());
}

TEST(ClockRepair, MovesOnWhatWasInOrderBeforeItsSendWasMoved) {
  // 0 -> 1 is reversed by 100; 1 sends on to 2, which had 10 ns to spare.
  const Repaired repaired = repair_clocks({{0, 1, {1'000}, {900}}, {1, 2, {950}, {960}}}, 3);
  EXPECT_GT(repaired_at(repaired, 2, {960}), repaired_at(repaired, 1, {950}));
  EXPECT_EQ(repaired.moved_receives, 2U);
}

TEST(ClockRepair, EndsWithMessagesThatMoveEachOther) {
  const Repaired repaired = repair_clocks({{0, 1, {1'000}, {900}}, {1, 0, {950}, {400}}, {0, 1, {410}, {300}}}, 2);
  EXPECT_EQ(repaired.shifts.size(), 2U);
}

// No process runs backwards, no message is reversed, and nothing is moved that no reversed message reaches.
TEST(ClockRepair, PutsRandomMessagesInOrder) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kProcesses = 4;
    std::vector<TightMessage> messages;
    std::int64_t now = 0;
    std::int64_t error[kProcesses];
    for (std::int64_t& one : error) one = static_cast<std::int64_t>(random() % 400);
    for (int i = 0; i < 100; ++i) {
      const auto from = static_cast<std::uint32_t>(random() % kProcesses);
      const auto to = static_cast<std::uint32_t>((from + 1 + random() % (kProcesses - 1)) % kProcesses);
      now += 1 + static_cast<std::int64_t>(random() % 50);
      messages.push_back({from, to, {now + error[from]}, {now + 5 + error[to]}});
      now += 6;
    }
    const Repaired repaired = repair_clocks(messages, kProcesses);
    for (const TightMessage& message : messages) {
      ASSERT_GE(repaired_at(repaired, message.receiver, message.received),
                repaired_at(repaired, message.sender, message.sent))
          << round;
    }
    for (std::uint32_t process = 0; process < kProcesses; ++process) {
      for (std::int64_t at = 0; at < now; ++at)
        ASSERT_LE(repaired_at(repaired, process, {at}), repaired_at(repaired, process, {at + 1})) << at;
    }
  }
}

}  // namespace
}  // namespace mpitrace::merge
