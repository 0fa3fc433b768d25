// SPDX-License-Identifier: BSD-3-Clause
#include "cli/time_range.h"

#include <gtest/gtest.h>

namespace mpitrace::cli {
namespace {

struct Good {
  std::string text;
  std::int64_t from_ns;
  std::int64_t to_ns;
};
class GoodRange : public testing::TestWithParam<Good> {};

TEST_P(GoodRange, IsReadToTheNanosecond) {
  const auto range = TimeRange::parse(GetParam().text);
  ASSERT_TRUE(range) << range.error().text;
  EXPECT_EQ(range->from.ns, GetParam().from_ns);
  EXPECT_EQ(range->to.ns, GetParam().to_ns);
}

INSTANTIATE_TEST_SUITE_P(TimeRange, GoodRange,
                         testing::Values(Good{"300ms:1.2s", 300'000'000, 1'200'000'000},
                                         Good{"5us:", 5'000, model::kLatest.ns},
                                         Good{":2s", model::kEarliest.ns, 2'000'000'000}, Good{"0:7ns", 0, 7},
                                         Good{"1.0000000019s:2s", 1'000'000'001, 2'000'000'000},
                                         Good{"3000000000ns:4000.5ms", 3'000'000'000, 4'000'500'000},
                                         Good{"1s:1s", 1'000'000'000, 1'000'000'000}));

struct Bad {
  std::string text;
  std::string why;
};
class BadRange : public testing::TestWithParam<Bad> {};

TEST_P(BadRange, IsRefusedWithTheReason) {
  const auto range = TimeRange::parse(GetParam().text);
  ASSERT_FALSE(range);
  EXPECT_EQ(range.error().text, "--time " + GetParam().text + ": " + GetParam().why);
}

INSTANTIATE_TEST_SUITE_P(
    TimeRange, BadRange,
    testing::Values(Bad{"", "not a range such as 1.2s:3s, 500us: or :2s"},
                    Bad{"1s", "not a range such as 1.2s:3s, 500us: or :2s"},
                    Bad{":", "not a range such as 1.2s:3s, 500us: or :2s"}, Bad{"3s:1s", "ends before it begins"},
                    Bad{"1:2s", "1 has no unit (s, ms, us or ns)"}, Bad{"1s:2", "2 has no unit (s, ms, us or ns)"},
                    Bad{"1h:2h", "h is no unit (s, ms, us and ns are)"}, Bad{"nan:1s", "nan is no time such as 1.2s"},
                    Bad{":NaNs", "NaNs is no time such as 1.2s"}, Bad{"-1s:", "-1s is no time such as 1.2s"},
                    Bad{"1.2.3s:", "1.2.3s is no time such as 1.2s"},
                    Bad{"1e3s:", "e3s is no unit (s, ms, us and ns are)"},
                    Bad{"99999999999s:", "99999999999s is longer than any run"}));

TEST(TimeRange, TouchesWhatHasAMomentInIt) {
  const auto range = TimeRange::parse("10ns:20ns");
  ASSERT_TRUE(range);
  EXPECT_TRUE(range->touches({5}, {10}));
  EXPECT_TRUE(range->touches({20}, {30}));
  EXPECT_TRUE(range->touches({5}, {30}));
  EXPECT_FALSE(range->touches({5}, {9}));
  EXPECT_FALSE(range->touches({21}, {30}));
}

TEST(TimeRange, MustNotBeginBehindTheRun) {
  const auto range = TimeRange::parse("3s:");
  ASSERT_TRUE(range);
  EXPECT_TRUE(range->check_within({3'000'000'000}));
  const auto within = range->check_within({2'000'000'000});
  ASSERT_FALSE(within);
  EXPECT_EQ(within.error().text, "--time begins at 3.000 s, but the run ends at 2.000 s");
}

}  // namespace
}  // namespace mpitrace::cli
