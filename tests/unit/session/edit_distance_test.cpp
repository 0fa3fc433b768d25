// SPDX-License-Identifier: BSD-3-Clause
#include "session/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace mpitrace::session {
namespace {

TEST(EditDistance, CountsLettersToAddTakeAwayAndChange) {
  EXPECT_EQ(edit_distance("BUFFER", "BUFFER"), 0U);
  EXPECT_EQ(edit_distance("BUFER", "BUFFER"), 1U);
  EXPECT_EQ(edit_distance("BUFFERS", "BUFFER"), 1U);
  EXPECT_EQ(edit_distance("BUFFET", "BUFFER"), 1U);
  EXPECT_EQ(edit_distance("SUMMRAY", "SUMMARY"), 2U);
  EXPECT_EQ(edit_distance("OFF", "DIR"), 3U);
  EXPECT_EQ(edit_distance("", "DIR"), 3U);
  EXPECT_EQ(edit_distance("DIR", ""), 3U);
}

TEST(EditDistance, LooksAtTheBeginningOfLongTexts) {
  const std::string longest(kMaxComparedBytes, 'a');
  EXPECT_EQ(edit_distance((longest + "xyz").c_str(), longest.c_str()), 0U);
  EXPECT_EQ(edit_distance(longest.c_str(), std::string(200, 'b').c_str()), kMaxComparedBytes);
}

}  // namespace
}  // namespace mpitrace::session
