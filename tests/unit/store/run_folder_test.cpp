// SPDX-License-Identifier: BSD-3-Clause
#include "store/run_folder.h"

#include <errno.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "unit/store/temporary_folder.h"

namespace mpitrace::store {
namespace {

TEST(MakeFolder, MakesThoseAboveIt) {
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(make_folder(folder.in("a/b/c").c_str()));
  EXPECT_TRUE(std::filesystem::is_directory(folder.in("a/b/c")));
}

TEST(MakeFolder, IsContentWithOneThatIsThere) {
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(make_folder(folder.path().c_str()));
  EXPECT_TRUE(make_folder(folder.path().c_str()));
}

TEST(MakeFolder, IsContentWithSlashesInARowAndAtTheEnd) {
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(make_folder(folder.in("a//b/").c_str()));
  EXPECT_TRUE(std::filesystem::is_directory(folder.in("a/b")));
}

TEST(MakeFolder, SaysThatAFileStandsInItsPlace) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder.in("file")) << "content";
  EXPECT_FALSE(make_folder(folder.in("file").c_str()));
  EXPECT_EQ(errno, ENOTDIR);
}

TEST(MakeFolder, SaysThatAFileStandsAboveIt) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder.in("file")) << "content";
  EXPECT_FALSE(make_folder(folder.in("file/a").c_str()));
  EXPECT_EQ(errno, ENOTDIR);
}

TEST(MakeFolder, RefusesNoNameAndOneThatIsTooLong) {
  EXPECT_FALSE(make_folder(""));
  EXPECT_FALSE(make_folder(std::string(kMaxFilePathBytes, 'a').c_str()));
}

TEST(MakeNames, NamesTheRank) {
  FileNames names{};
  ASSERT_TRUE(make_names("/run", "/local", 17, 4711, Naming::kRank, names));
  EXPECT_STREQ(names.log, "/run/profile_17.out");
  EXPECT_STREQ(names.part, "/run/profile_17.out.part");
  EXPECT_STREQ(names.live, "/local/profile_17.out.live");
}

TEST(MakeNames, NamesTheProcessTooWhereTheRankIsTaken) {
  FileNames names{};
  ASSERT_TRUE(make_names("/run", "/run", 17, 4711, Naming::kRankAndPid, names));
  EXPECT_STREQ(names.log, "/run/profile_17.4711.out");
  EXPECT_STREQ(names.part, "/run/profile_17.4711.out.part");
}

TEST(MakeNames, RefusesPathsThatAreTooLong) {
  FileNames names{};
  const std::string longest(kMaxFilePathBytes - 20, 'a');
  EXPECT_FALSE(make_names(longest.c_str(), "/local", 17, 4711, Naming::kRank, names));
  EXPECT_FALSE(make_names("/run", longest.c_str(), 17, 4711, Naming::kRank, names));
}

}  // namespace
}  // namespace mpitrace::store
