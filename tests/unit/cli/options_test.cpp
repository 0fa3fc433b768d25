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

}  // namespace
}  // namespace mpitrace::cli
