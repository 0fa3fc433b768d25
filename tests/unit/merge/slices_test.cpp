// SPDX-License-Identifier: BSD-3-Clause
#include "merge/slices.h"

#include <gtest/gtest.h>

namespace mpitrace::merge {
namespace {

TEST(CutSlices, CutsWhereTheWorkIs) {
  const auto ends = cut_slices({{{0}, {1'000}, 1'000}, {{9'000}, {10'000}, 1'000}}, 500);
  ASSERT_EQ(ends.size(), 5U);
  EXPECT_EQ(ends[0].ns, 500);
  EXPECT_EQ(ends[1].ns, 1'000);
  EXPECT_EQ(ends[2].ns, 9'500);
  EXPECT_EQ(ends.back(), model::kLatest);
}

TEST(CutSlices, HasOneSliceForNothing) {
  EXPECT_EQ(cut_slices({}, 500).size(), 1U);
}

TEST(CutSlices, RisesForForgedTimes) {
  const auto ends = cut_slices(
      {{model::kLatest, model::kEarliest, 1U << 20U}, {{5}, {3}, 1U << 20U}, {model::kEarliest, model::kLatest, 1}}, 1);
  for (std::size_t i = 1; i < ends.size(); ++i) ASSERT_GE(ends[i], ends[i - 1]);
}

// Rates of thirds and sevenths do not add up to nothing again, and over a gap of centuries little is much.
TEST(CutSlices, HasNoMoreSlicesThanWorkHoweverLongAForgedGap) {
  for (std::int64_t length = 3; length < 100; ++length) {
    const model::Time far{9'000'000'000'000'000'000};
    const auto ends = cut_slices({{{0}, {length}, 10}, {{1}, {2 * length + 1}, 10}, {far, {far.ns + 1}, 1}}, 1);
    ASSERT_LE(ends.size(), 2 * 21U + 2);
  }
}

}  // namespace
}  // namespace mpitrace::merge
