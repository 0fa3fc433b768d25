// SPDX-License-Identifier: BSD-3-Clause
#include "present/timeline_file.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace mpitrace::present {
namespace {

model::Run run_of(std::size_t ranks, std::size_t threads) {
  model::Run run;
  run.processes.resize(ranks);
  for (std::size_t i = 0; i < ranks; ++i) {
    run.processes[i].rank.value = static_cast<std::int32_t>(i);
    run.processes[i].threads.resize(threads);
  }
  return run;
}

// Viewers know processes and threads by number alone, and take one number for one thing.
TEST(TrackIds, AreAllDistinctHoweverManyRanksThereAre) {
  const model::Run run = run_of(2'500, 3);
  std::set<std::uint64_t> seen;
  for (const TrackIds& ids : track_ids(run)) {
    EXPECT_TRUE(seen.insert(ids.pid).second) << ids.pid;
    for (std::uint64_t track = 0; track <= 3; ++track) EXPECT_TRUE(seen.insert(ids.first_tid + track).second);
  }
}

TEST(TrackIds, AreAllDistinctHoweverManyThreadsThereAre) {
  const model::Run run = run_of(3, 1'500);
  std::set<std::uint64_t> seen;
  for (const TrackIds& ids : track_ids(run)) {
    EXPECT_TRUE(seen.insert(ids.pid).second) << ids.pid;
    for (std::uint64_t track = 0; track <= 1'500; ++track) EXPECT_TRUE(seen.insert(ids.first_tid + track).second);
  }
}

TEST(TrackIds, AreTheRankPlusOneAndItsThousands) {
  const auto ids = track_ids(run_of(3, 2));
  EXPECT_EQ(ids.at(2).pid, 3U);
  EXPECT_EQ(ids.at(2).first_tid, 3'000U);
}

TEST(TrackIds, AreUniqueForRanksThatOccurTwice) {
  model::Run run;
  for (const std::int32_t rank : {0, 0, 1}) run.processes.emplace_back().rank = {rank};
  const auto ids = track_ids(run);
  EXPECT_EQ(ids[0].pid, 1U);
  EXPECT_EQ(ids[1].pid, 3U);
  EXPECT_EQ(ids[2].pid, 2U);
  EXPECT_EQ(ids[2].first_tid, 2'000U);
}

}  // namespace
}  // namespace mpitrace::present
