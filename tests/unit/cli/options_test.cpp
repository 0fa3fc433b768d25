// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options.h"

#include <gtest/gtest.h>

namespace mpitrace::cli {
namespace {

TEST(RankSet, HasTheRanksOfItsRanges) {
  const auto set = RankSet::parse("0-3,8");
  ASSERT_TRUE(set);
  for (const std::int32_t rank : {0, 3, 8}) EXPECT_TRUE(set->has(rank));
  for (const std::int32_t rank : {-1, 4, 9}) EXPECT_FALSE(set->has(rank));
}

TEST(RankSet, RefusesWhatIsNoList) {
  for (const char* text : {"", "a", "3-1", "1,", "-1", "1-2-3"}) EXPECT_FALSE(RankSet::parse(text)) << text;
}

TEST(TimeRange, ReadsUnits) {
  const auto range = TimeRange::parse("1.2s:300ms");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->from.ns, 1'200'000'000);
  EXPECT_EQ(range->to.ns, 300'000'000);
  EXPECT_EQ(TimeRange::parse("5us:")->from.ns, 5'000);
  EXPECT_EQ(TimeRange::parse("5us:")->to, model::kLatest);
  EXPECT_EQ(TimeRange::parse(":2")->to.ns, 2'000'000'000);
}

TEST(TimeRange, RefusesWhatIsNoRange) {
  for (const char* text : {"", "1s", "a:b", "1h:2h", ":1.2.3s"}) EXPECT_FALSE(TimeRange::parse(text)) << text;
}

}  // namespace
}  // namespace mpitrace::cli
