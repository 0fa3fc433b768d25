// SPDX-License-Identifier: BSD-3-Clause
#include "store/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "unit/store/temporary_folder.h"

namespace mpitrace::store {
namespace {

Append append(LogFile& log, const std::string& text) {
  return log.append(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// The descriptor under which this process has the file open; -1 when it has not.
int descriptor_of(const std::string& path) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    if (std::filesystem::read_symlink(entry, ignored) == path) return std::stoi(entry.path().filename());
  }
  return -1;
}

class LogFileTest : public testing::Test {
 protected:
  LogFileTest() { EXPECT_TRUE(log.create(path.c_str())); }

  tests::TemporaryFolder folder;
  std::string path = folder.in("a.part");
  LogFile log;
};

TEST_F(LogFileTest, HoldsWhatWasAppendedInOrder) {
  EXPECT_EQ(append(log, "one,"), Append::kDone);
  EXPECT_EQ(append(log, "two"), Append::kDone);
  EXPECT_EQ(tests::content_of(path), "one,two");
  EXPECT_EQ(log.size(), 7U);
}

TEST_F(LogFileTest, IsNotMadeOverAFileThatIsThere) {
  append(log, "kept");
  LogFile second;
  EXPECT_FALSE(second.create(path.c_str()));
  EXPECT_EQ(errno, EEXIST);
  EXPECT_EQ(tests::content_of(path), "kept");
}

TEST_F(LogFileTest, StaysAwayFromTheDescriptorsThatProgramsCountOn) {
  EXPECT_GE(descriptor_of(path), 100);
}

TEST_F(LogFileTest, IsNotInheritedByAProgramThatIsStarted) {
  EXPECT_NE(fcntl(descriptor_of(path), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(LogFileTest, TakesNothingOfAMessageBeyondItsLimit) {
  log.set_max_bytes(6);
  EXPECT_EQ(append(log, "1234"), Append::kDone);
  EXPECT_EQ(append(log, "567"), Append::kLimit);
  EXPECT_EQ(append(log, "56"), Append::kDone);
  EXPECT_EQ(tests::content_of(path), "123456");
}

// Without care, a file beyond this limit ends the program by SIGXFSZ.
TEST_F(LogFileTest, RespectsTheLimitOfTheProcessWithoutASignal) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{8, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const Append first = append(log, "12345678");
  const Append second = append(log, "9");
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(first, Append::kDone);
  EXPECT_EQ(second, Append::kTooLong);
  EXPECT_EQ(tests::content_of(path), "12345678");
  EXPECT_EQ(append(log, "9"), Append::kDone) << "what is possible again is done again";
}

TEST_F(LogFileTest, KnowsThatItsNameWasTakenAway) {
  EXPECT_FALSE(log.is_removed());
  unlink(path.c_str());
  EXPECT_TRUE(log.is_removed());
}

TEST_F(LogFileTest, KeepsErrno) {
  errno = 12345;
  append(log, "a");
  log.set_max_bytes(1);
  append(log, "b");
  close(descriptor_of(path));
  errno = 12345;
  append(log, "");
  EXPECT_EQ(errno, 12345);
}

TEST_F(LogFileTest, IsGoneOnceItsDescriptorWasClosed) {
  close(descriptor_of(path));
  EXPECT_EQ(append(log, "lost"), Append::kGone);
}

TEST_F(LogFileTest, NeverWritesToAFileThatTookItsDescriptor) {
  const int descriptor = descriptor_of(path);
  const std::string other_path = folder.in("precious");
  std::ofstream(other_path) << "precious";
  const int other = open(other_path.c_str(), O_RDWR);
  dup2(other, descriptor);
  EXPECT_EQ(append(log, "lost"), Append::kGone);
  EXPECT_EQ(tests::content_of(other_path), "precious");
  close(other);
  close(descriptor);
}

TEST_F(LogFileTest, IsKnownByItsNewNameAfterARename) {
  const std::string renamed = folder.in("a.out");
  EXPECT_TRUE(log.rename_to(renamed.c_str()));
  EXPECT_EQ(append(log, "more"), Append::kDone);
  EXPECT_EQ(log.path(), renamed);
  EXPECT_EQ(tests::content_of(renamed), "more");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(LogFileTest, IsNotRenamedOverAFileThatIsThere) {
  const std::string taken = folder.in("a.out");
  std::ofstream(taken) << "older";
  EXPECT_FALSE(log.rename_to(taken.c_str()));
  EXPECT_EQ(log.path(), path);
  EXPECT_EQ(tests::content_of(taken), "older");
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(LogFileTest, KeepsMessagesOfThreadsWhole) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kMessages = 200;
  constexpr std::size_t kMessageBytes = 100;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t k = 0; k < kMessages; ++k) append(log, std::string(kMessageBytes, static_cast<char>('a' + i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string content = tests::content_of(path);
  ASSERT_EQ(content.size(), kThreads * kMessages * kMessageBytes);
  for (std::size_t at = 0; at < content.size(); at += kMessageBytes) {
    ASSERT_EQ(content.substr(at, kMessageBytes), std::string(kMessageBytes, content[at]));
  }
}

// A file system of 64 KiB, for as long as a test.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& path) : path_(path) {
    is_there_ = mount("tmpfs", path.c_str(), "tmpfs", 0, "size=64k") == 0;
  }
  ~SmallDisk() {
    if (is_there_) umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_there() const { return is_there_; }

 private:
  std::string path_;
  bool is_there_;
};

TEST(LogFile, TakesBackWhatAFullDiskTookOfAMessage) {
  const tests::TemporaryFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.is_there()) GTEST_SKIP() << "mounting a small disk is left to root";
  LogFile log;
  ASSERT_TRUE(log.create(folder.in("a.part").c_str()));
  ASSERT_EQ(append(log, std::string(50'000, 'a')), Append::kDone);
  EXPECT_EQ(append(log, std::string(50'000, 'b')), Append::kFull);
  EXPECT_EQ(tests::content_of(folder.in("a.part")), std::string(50'000, 'a'));
  EXPECT_EQ(append(log, std::string(5'000, 'c')), Append::kDone) << "a shorter one has room";
}

}  // namespace
}  // namespace mpitrace::store
