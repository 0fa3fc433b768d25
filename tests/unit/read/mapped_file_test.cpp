// SPDX-License-Identifier: BSD-3-Clause
#include "read/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace mpitrace::read {
namespace {

TEST(MappedFile, RefusesAPipeWithoutWaitingForItsWriter) {
  const std::string path = testing::TempDir() + "profile_0.out";
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const auto file = MappedFile::open(path);
  std::filesystem::remove(path);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().text, path + ": is not a regular file");
}

TEST(MappedFile, RefusesADeviceAndAFolder) {
  for (const char* path : {"/dev/null", "/dev/zero", "/"}) {
    const auto file = MappedFile::open(path);
    ASSERT_FALSE(file) << path;
    EXPECT_EQ(file.error().text, std::string(path) + ": is not a regular file");
  }
}

}  // namespace
}  // namespace mpitrace::read
