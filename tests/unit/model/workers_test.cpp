// SPDX-License-Identifier: BSD-3-Clause
#include "model/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <set>
#include <thread>

namespace mpitrace::model {
namespace {

class WorkersOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WorkersOf, DoEachPieceOnceInEveryRound) {
  Workers workers(GetParam());
  EXPECT_EQ(workers.count(), GetParam());
  for (const std::size_t pieces : {0U, 1U, 2U, 1'000U}) {
    std::vector<std::atomic<int>> done(pieces);
    workers.for_each(pieces, [&](std::size_t piece) { ++done[piece]; });
    for (std::size_t i = 0; i < pieces; ++i) EXPECT_EQ(done[i], 1) << "piece " << i << " of " << pieces;
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, WorkersOf, testing::Values(1U, 2U, 7U));

TEST(Workers, WorkAtTheSameTime) {
  constexpr std::size_t kCount = 4;
  Workers workers(kCount);
  std::latch all_here(kCount);
  std::atomic<int> passed{0};
  workers.for_each(kCount, [&](std::size_t) {
    all_here.arrive_and_wait();  // one thread alone would wait here for ever
    ++passed;
  });
  EXPECT_EQ(passed, 4);
}

TEST(Workers, LeaveOneWorkersPiecesToTheCaller) {
  Workers workers(1);
  std::set<std::thread::id> threads;
  std::vector<std::size_t> order;
  workers.for_each(3, [&](std::size_t piece) {
    threads.insert(std::this_thread::get_id());
    order.push_back(piece);
  });
  EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Workers, AreAsManyAsTheCpusWhereNobodySays) {
  EXPECT_GE(Workers(0).count(), 1U);
  EXPECT_LE(Workers(0).count(), std::thread::hardware_concurrency());
}

}  // namespace
}  // namespace mpitrace::model
