// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

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

TEST(AddOptions, SaysWhoSpeaksOfAWrongWord) {
  CLI::App app;
  Options options;
  add_options(app, options);
  app.add_subcommand("merge")->add_option("run")->required();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"merge"}, {"nonsense"}, {"--jobs", "0"}}) {
    std::ostringstream out;
    std::ostringstream err;
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
      app.parse(reversed);
      ADD_FAILURE() << words.front() << " was taken";
    } catch (const CLI::ParseError& error) {
      EXPECT_NE(app.exit(error, out, err), 0);
    }
    EXPECT_EQ(err.str().rfind("mpitrace: ", 0), 0U) << err.str();
    EXPECT_EQ(err.str().find('\n'), err.str().size() - 1) << err.str();
  }
}

}  // namespace
}  // namespace mpitrace::cli
