// SPDX-License-Identifier: BSD-3-Clause
#include "session/notice.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace mpitrace::session {
namespace {

TEST(Notice, IsOneLineThatSaysWhoSpeaks) {
  testing::internal::CaptureStderr();
  notice("rank %d: %s", 3, "the disk is full");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "mpitrace: rank 3: the disk is full\n");
}

class LongNotice : public testing::TestWithParam<std::size_t> {};

TEST_P(LongNotice, IsCutAndStaysALine) {
  testing::internal::CaptureStderr();
  notice("%s", std::string(GetParam(), 'x').c_str());
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.back(), '\n');
  const std::string text = said.substr(0, said.size() - 1);
  EXPECT_EQ(text.rfind("mpitrace: x", 0), 0U);
  EXPECT_EQ(text.find_first_not_of('x', std::string("mpitrace: ").size()), std::string::npos);
  EXPECT_GT(text.size(), 2'000U);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LongNotice, testing::Values(2'034, 2'035, 2'036, 2'037, 2'038, 2'039, 10'000));

TEST(Notice, KeepsErrno) {
  testing::internal::CaptureStderr();
  errno = 12345;
  notice("text");
  EXPECT_EQ(errno, 12345);
  testing::internal::GetCapturedStderr();
}

TEST(Notices, ComeOutTogetherAndWhole) {
  static Notices lines;
  testing::internal::CaptureStderr();
  lines.add("first");
  lines.add("number %d", 2);
  EXPECT_EQ(lseek(STDERR_FILENO, 0, SEEK_CUR), 0);
  lines.end();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "mpitrace: first\nmpitrace: number 2\n");
}

TEST(Notices, GoOutOnTheWayWhereTheyAreTooMany) {
  static Notices lines;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 1'000; ++i) lines.add("%s", std::string(200, 'x').c_str());
  lines.end();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.size(), 1'000 * (std::string("mpitrace: \n").size() + 200));
}

}  // namespace
}  // namespace mpitrace::session
