// SPDX-License-Identifier: BSD-3-Clause
#include "session/files.h"

#include <gtest/gtest.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "session/live_folder.h"
#include "unit/store/temporary_folder.h"

namespace mpitrace::session {
namespace {

class FilesTest : public testing::Test {
 protected:
  FilesTest() { strcpy(settings.folder, folder.path().c_str()); }

  bool is_there(const std::string& name) const { return std::filesystem::exists(folder.in(name)); }
  void make(const std::string& name) const { std::ofstream(folder.in(name)) << "another process's"; }
  bool is_untouched(const std::string& name) const { return tests::content_of(folder.in(name)) == "another process's"; }
  static std::string with_pid(int rank, const std::string& end) {
    return "profile_" + std::to_string(rank) + "." + std::to_string(getpid()) + end;
  }

  tests::TemporaryFolder folder;
  Settings settings;
  Files files;
};

TEST_F(FilesTest, AreNamedByTheRank) {
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there("profile_3.out.part"));
  EXPECT_TRUE(is_there("profile_3.out.live"));
}

TEST_F(FilesTest, AreNamedAsRankZeroWhereNobodySaidTheRank) {
  ASSERT_TRUE(files.open(settings, -1, "job"));
  EXPECT_TRUE(is_there("profile_0.out.part"));
}

TEST_F(FilesTest, NameTheProcessTooWhereAFinishedFileHasTheName) {
  make("profile_3.out");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there(with_pid(3, ".out.part")));
  files.close_well();
  EXPECT_TRUE(is_there(with_pid(3, ".out")));
  EXPECT_TRUE(is_untouched("profile_3.out"));
}

TEST_F(FilesTest, NameTheProcessTooWhereARunningOneHasTheName) {
  make("profile_3.out.part");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there(with_pid(3, ".out.part")));
  EXPECT_TRUE(is_untouched("profile_3.out.part"));
}

TEST_F(FilesTest, TakeTheNameOfTheRankThatMpiSays) {
  ASSERT_TRUE(files.open(settings, 3, "job"));
  files.set_rank(5);
  EXPECT_TRUE(is_there("profile_5.out.part"));
  EXPECT_TRUE(is_there("profile_5.out.live"));
  EXPECT_FALSE(is_there("profile_3.out.part"));
  EXPECT_FALSE(is_there("profile_3.out.live"));
}

TEST_F(FilesTest, KeepToThemselvesWhereTheNewRanksNameIsTaken) {
  make("profile_5.out.part");
  make("profile_5.out.live");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  files.set_rank(5);
  EXPECT_TRUE(is_there(with_pid(5, ".out.part")));
  EXPECT_TRUE(is_untouched("profile_5.out.part"));
  EXPECT_TRUE(is_untouched("profile_5.out.live"));
}

TEST_F(FilesTest, LeaveAnotherProcesssLiveFileAlone) {
  make("profile_5.out.live");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  files.set_rank(5);
  EXPECT_TRUE(is_there("profile_5.out.part"));
  EXPECT_TRUE(is_untouched("profile_5.out.live"));
  files.close_well();
  EXPECT_TRUE(is_untouched("profile_5.out.live"));
}

TEST_F(FilesTest, GetTheirFinalNameAndLoseTheLiveFileWhenClosedWell) {
  ASSERT_TRUE(files.open(settings, 3, "job"));
  files.close_well();
  files.close_well();
  EXPECT_TRUE(is_there("profile_3.out"));
  EXPECT_FALSE(is_there("profile_3.out.part"));
  EXPECT_FALSE(is_there("profile_3.out.live"));
}

TEST_F(FilesTest, NameTheProcessAtTheEndWhereAnotherTookTheNameMeanwhile) {
  ASSERT_TRUE(files.open(settings, 3, "job"));
  make("profile_3.out");
  files.close_well();
  EXPECT_TRUE(is_untouched("profile_3.out"));
  EXPECT_TRUE(is_there(with_pid(3, ".out")));
}

TEST_F(FilesTest, PutTheLiveFileWhereTheSettingSays) {
  strcpy(settings.live_folder, folder.in("local").c_str());
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there("profile_3.out.part"));
  EXPECT_TRUE(is_there("local/profile_3.out.live"));
  EXPECT_FALSE(is_there("profile_3.out.live"));
}

TEST_F(FilesTest, HaveALiveFileAlsoWhereAKilledProcessLeftOne) {
  make("profile_3.out.live");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there("profile_3.out.part"));
  EXPECT_TRUE(is_there(with_pid(3, ".out.live")));
  EXPECT_TRUE(files.live().is_mapped());
  EXPECT_TRUE(is_untouched("profile_3.out.live"));
}

TEST_F(FilesTest, RemoveTheirLiveFileWhereverTheProgramWent) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  strcpy(settings.live_folder, "local");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  std::filesystem::current_path("/");
  files.close_well();
  std::filesystem::current_path(here);
  EXPECT_FALSE(is_there("local/profile_3.out.live"));
}

TEST_F(FilesTest, SayWhichFolderCannotBeMade) {
  strcpy(settings.folder, "/proc/nowhere");
  EXPECT_FALSE(files.open(settings, 3, "job"));
  EXPECT_EQ(std::string(files.why()).rfind("cannot make the folder /proc/nowhere: ", 0), 0U);
}

TEST_F(FilesTest, PutTheLiveFileIntoTheRunsFolderWhereItsOwnCannotHoldIt) {
  make("file");
  for (const std::string& place : {std::string("/proc/nowhere"), std::string("/proc"), folder.in("file")}) {
    Files fresh;
    strcpy(settings.live_folder, place.c_str());
    ASSERT_TRUE(fresh.open(settings, 3, "job"));
    EXPECT_TRUE(fresh.live().is_mapped()) << place;
    EXPECT_TRUE(is_there("profile_3.out.live")) << place;
    EXPECT_EQ(std::string(fresh.remark()).rfind("MPITRACE_LIVE=" + place + " cannot hold a file: ", 0), 0U);
    fresh.close_well();
    std::filesystem::remove(folder.in("profile_3.out"));
  }
}

TEST_F(FilesTest, StayInTheirFolderWhenTheProgramGoesToAnother) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  strcpy(settings.folder, "run");
  ASSERT_TRUE(files.open(settings, 3, "job"));
  std::filesystem::current_path("/");
  files.close_well();
  std::filesystem::current_path(here);
  EXPECT_TRUE(is_there("run/profile_3.out"));
}

TEST_F(FilesTest, LieInAFolderNamedAfterProgramAndJobWhereNoneIsSet) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  settings.folder[0] = '\0';
  EXPECT_TRUE(files.open(settings, 3, "99.2"));
  std::filesystem::current_path(here);
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").filename();
  EXPECT_TRUE(is_there("mpitrace-" + program + "-99.2/profile_3.out.part"));
}

TEST_F(FilesTest, SayWhyTheyCannotBeMade) {
  make("file");
  strcpy(settings.folder, folder.in("file").c_str());
  EXPECT_FALSE(files.open(settings, 3, "job"));
  EXPECT_EQ(files.why(), "cannot make the folder " + folder.in("file") + ": Not a directory");
}

TEST_F(FilesTest, KeepTheLimitOfTheSettings) {
  settings.max_file_bytes = 3;
  ASSERT_TRUE(files.open(settings, 3, "job"));
  const std::uint8_t bytes[4] = {};
  EXPECT_EQ(files.log().append(bytes, 4), store::Append::kLimit);
}

TEST_F(FilesTest, TakeTheLiveFolderWithThemThatWasMadeForThem) {
  strcpy(settings.live_folder, folder.in("made").c_str());
  ASSERT_TRUE(files.open(settings, 3, "job"));
  EXPECT_TRUE(is_there("made/profile_3.out.live"));
  files.close_well();
  EXPECT_FALSE(is_there("made"));
  EXPECT_TRUE(is_there("profile_3.out"));
}

TEST_F(FilesTest, HaveALiveFileAlsoWhereAnotherRunTakesTheFolderAway) {
  strcpy(settings.live_folder, folder.in("made").c_str());
  std::atomic<bool> is_done{false};
  std::thread other([&] {
    while (!is_done) remove_live_folder(settings.live_folder);
  });
  for (int rank = 0; rank < 300; ++rank) {
    Files mine;
    ASSERT_TRUE(mine.open(settings, rank, "job"));
    EXPECT_TRUE(mine.live().is_mapped()) << rank;
    mine.close_well();
  }
  is_done = true;
  other.join();
}

TEST_F(FilesTest, LeaveTheRunsFolderWhereItIsTheLiveFolderToo) {
  strcpy(settings.live_folder, settings.folder);
  ASSERT_TRUE(files.open(settings, 3, "job"));
  files.close_well();
  EXPECT_TRUE(is_there("profile_3.out"));
  EXPECT_FALSE(is_there(".made_by_mpitrace"));
}

}  // namespace
}  // namespace mpitrace::session
