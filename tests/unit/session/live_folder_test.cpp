// SPDX-License-Identifier: BSD-3-Clause
#include "session/live_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "unit/store/temporary_folder.h"

namespace mpitrace::session {
namespace {

class LiveFolder : public testing::Test {
 protected:
  bool is_there() const { return std::filesystem::exists(path); }

  tests::TemporaryFolder folder;
  const std::string path = folder.in("live");
};

TEST_F(LiveFolder, GoesWhereItWasMadeForTheRun) {
  ASSERT_TRUE(make_live_folder(path.c_str()));
  ASSERT_TRUE(make_live_folder(path.c_str()));  // the next rank
  EXPECT_TRUE(is_there());
  remove_live_folder(path.c_str());
  EXPECT_FALSE(is_there());
  remove_live_folder(path.c_str());
}

TEST_F(LiveFolder, StaysWhereTheUserMadeIt) {
  std::filesystem::create_directory(path);
  ASSERT_TRUE(make_live_folder(path.c_str()));
  EXPECT_TRUE(std::filesystem::is_empty(path));
  remove_live_folder(path.c_str());
  EXPECT_TRUE(is_there());
}

TEST_F(LiveFolder, StaysUntilTheLastLiveFileIsGone) {
  ASSERT_TRUE(make_live_folder(path.c_str()));
  std::ofstream(path + "/profile_1.out.live") << "another rank's";
  remove_live_folder(path.c_str());
  EXPECT_TRUE(is_there());
  std::filesystem::remove(path + "/profile_1.out.live");
  remove_live_folder(path.c_str());
  EXPECT_FALSE(is_there());
}

TEST_F(LiveFolder, CannotBeMadeInAFile) {
  std::ofstream(folder.in("file")) << "text";
  EXPECT_FALSE(make_live_folder(folder.in("file").c_str()));
}

}  // namespace
}  // namespace mpitrace::session
