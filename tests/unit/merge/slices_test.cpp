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

}  // namespace
}  // namespace mpitrace::merge
