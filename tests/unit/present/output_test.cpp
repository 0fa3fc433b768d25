// SPDX-License-Identifier: BSD-3-Clause
#include "present/output.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "model/workers.h"
#include "present/export_columns.h"

namespace mpitrace::present {
namespace {

std::string path_of(const std::string& name);

class EndingSignal : public testing::TestWithParam<int> {};

TEST_P(EndingSignal, LeavesNothingBehindAndEndsTheProcess) {
  const std::string path = path_of("ended");
  std::filesystem::remove(path);
  const pid_t child = fork();
  if (child == 0) {
    auto output = Output::create(path);
    const bool is_there = std::filesystem::exists(path + ".part");
    if (is_there) raise(GetParam());
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

// As many files as an export has tables.
TEST_P(EndingSignal, LeavesNothingBehindOfMany) {
  const std::filesystem::path folder = path_of("many");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const pid_t child = fork();
  if (child == 0) {
    std::vector<Output> outputs;
    for (const TableShape& table : kAllTables)
      outputs.push_back(std::move(*Output::create((folder / std::string(table.name)).string())));
    raise(GetParam());
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

INSTANTIATE_TEST_SUITE_P(Output, EndingSignal, testing::Values(SIGINT, SIGTERM, SIGHUP));

std::string path_of(const std::string& name) {
  return testing::TempDir() + "mpitrace_" + name;
}

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void put(Output& output, std::uint64_t number, std::string_view bytes) {
  Text text;
  text << bytes;
  output.put(number, text);
}

std::string unpacked(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  std::string text;
  char buffer[4096];
  for (int count = 0; (count = gzread(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  gzclose(file);
  return text;
}

TEST(Output, WritesBlocksInTheOrderOfTheirNumbers) {
  const std::string path = path_of("ordered.json");
  auto output = Output::create(path);
  ASSERT_TRUE(output);
  model::Workers workers(4);
  workers.for_each(1'000, [&](std::size_t i) { put(*output, i, std::to_string(i) + "\n"); });
  std::string truth;
  for (int i = 0; i < 1'000; ++i) truth += std::to_string(i) + "\n";
  ASSERT_TRUE(output->close());
  EXPECT_EQ(content(path), truth);
  std::filesystem::remove(path);
}

TEST(Output, WritesMoreThanMayWait) {
  const std::string path = path_of("large.json");
  auto output = Output::create(path);
  ASSERT_TRUE(output);
  model::Workers workers(4);
  constexpr std::size_t kBytes = 4U << 20U;
  workers.for_each(16, [&](std::size_t i) { put(*output, i, std::string(kBytes, static_cast<char>('a' + i))); });
  const auto size = output->close();
  ASSERT_TRUE(size);
  EXPECT_EQ(*size, 16 * kBytes);
  const std::string written = content(path);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(written[i * kBytes], static_cast<char>('a' + i));
    EXPECT_EQ(written[(i + 1) * kBytes - 1], static_cast<char>('a' + i));
  }
  std::filesystem::remove(path);
}

TEST(Output, LeavesNothingWhereItIsNotClosed) {
  const std::string path = path_of("broken_off.json");
  {
    auto output = Output::create(path);
    ASSERT_TRUE(output);
    std::thread([&] { put(*output, 0, "text"); }).join();
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(Output, PacksByItsName) {
  const std::string path = path_of("packed.json.gz");
  auto output = Output::create(path);
  ASSERT_TRUE(output);
  put(*output, 1, std::string(100'000, 'b'));
  put(*output, 0, std::string(100'000, 'a'));
  put(*output, 2, "");
  const auto size = output->close();
  ASSERT_TRUE(size);
  EXPECT_LT(*size, 2'000U);
  EXPECT_EQ(unpacked(path), std::string(100'000, 'a') + std::string(100'000, 'b'));
  std::filesystem::remove(path);
}

TEST(Output, HasItsNameOnlyWhenItIsWhole) {
  const std::string path = path_of("whole.json");
  auto output = Output::create(path);
  ASSERT_TRUE(output);
  put(*output, 0, "text");
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE(output->close());
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  std::filesystem::remove(path);
}

TEST(Output, SaysThatTheDiskIsFull) {
  auto output = Output::create("/dev/full");
  ASSERT_TRUE(output);
  put(*output, 0, "text");
  EXPECT_TRUE(output->has_failed());
  const auto size = output->close();
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().text, "/dev/full: write failed at byte 0: No space left on device");
}

TEST(Output, SaysWhyAFileCannotBeMade) {
  const auto output = Output::create("/no/such/folder/x.json");
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().text, "/no/such/folder/x.json.part: cannot be written: No such file or directory");
}

}  // namespace
}  // namespace mpitrace::present
