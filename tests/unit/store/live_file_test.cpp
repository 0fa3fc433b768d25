// SPDX-License-Identifier: BSD-3-Clause
#include "store/live_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "schema/trace.pb.h"
#include "unit/store/temporary_folder.h"

namespace mpitrace::store {
namespace {

constexpr std::uint32_t kBufferBytes = 128U << 10U;
constexpr std::size_t kSlotBytes = format::kLiveHeaderBytes + kBufferBytes;

class LiveFileTest : public testing::Test {
 protected:
  LiveFileTest() { EXPECT_TRUE(live.create(path.c_str())); }

  tests::TemporaryFolder folder;
  std::string path = folder.in("a.live");
  LiveFile live;
};

TEST_F(LiveFileTest, GivesSlotsWithTheirFactsSet) {
  const format::LiveSlot* slot = live.add_slot(77, 3, kBufferBytes);
  ASSERT_NE(slot, nullptr);
  EXPECT_EQ(slot->magic, format::kLiveMagic);
  EXPECT_EQ(slot->process, 77U);
  EXPECT_EQ(slot->thread, 3U);
  EXPECT_EQ(slot->buffer_bytes, kBufferBytes);
  EXPECT_EQ(slot->used_bytes, 0U);
  EXPECT_TRUE(live.is_mapped());
}

TEST_F(LiveFileTest, IsOneFieldOfATraceFileForEachSlot) {
  live.add_slot(77, 0, kBufferBytes);
  live.add_slot(77, 1, kBufferBytes);
  const std::string content = tests::content_of(path);
  google::protobuf::io::CodedInputStream fields(reinterpret_cast<const std::uint8_t*>(content.data()),
                                                static_cast<int>(content.size()));
  for (int slot = 0; slot < 2; ++slot) {
    std::uint32_t size = 0;
    EXPECT_EQ(fields.ReadTag(), format::TraceFile::kLiveFieldNumber << 3U | 2U);
    ASSERT_TRUE(fields.ReadVarint32(&size));
    EXPECT_EQ(size, kSlotBytes - 6);
    EXPECT_EQ(content.substr(static_cast<std::size_t>(fields.CurrentPosition()) + 2, 8), "MPTLIVE1");
    fields.Skip(static_cast<int>(size));
  }
  EXPECT_EQ(fields.ReadTag(), 0U) << "the file ends here";
}

TEST_F(LiveFileTest, IsReadByLibprotobuf) {
  live.add_slot(77, 0, kBufferBytes);
  format::TraceFile file;
  ASSERT_TRUE(file.ParseFromString(tests::content_of(path)));
  ASSERT_EQ(file.live_size(), 1);
  EXPECT_EQ(file.live(0).substr(2, 8), "MPTLIVE1");
}

// A hole in the file would end the program by SIGBUS when the disk is full later.
TEST_F(LiveFileTest, HasItsBlocksBeforeTheyAreWritten) {
  live.add_slot(77, 0, kBufferBytes);
  struct stat facts {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  constexpr std::size_t kBlockBytes = 512;
  EXPECT_GE(static_cast<std::size_t>(facts.st_blocks) * kBlockBytes, kSlotBytes);
}

TEST_F(LiveFileTest, OutlivesAProcessThatIsKilled) {
  const pid_t child = fork();
  if (child == 0) {
    format::LiveSlot* slot = live.add_slot(77, 0, kBufferBytes);
    slot->used_bytes = 4;
    std::memcpy(reinterpret_cast<std::uint8_t*>(slot) + format::kLiveHeaderBytes, "last", 4);
    kill(getpid(), SIGKILL);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::string content = tests::content_of(path);
  ASSERT_EQ(content.size(), kSlotBytes);
  EXPECT_EQ(content[offsetof(format::LiveSlot, used_bytes)], 4);
  EXPECT_EQ(content.substr(format::kLiveHeaderBytes, 4), "last");
}

TEST_F(LiveFileTest, FallsBackToMemoryWhereTheFileCannotGrow) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{kSlotBytes, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  live.add_slot(77, 0, kBufferBytes);
  const bool first_is_mapped = live.is_mapped();
  format::LiveSlot* second = live.add_slot(77, 1, kBufferBytes);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(first_is_mapped);
  EXPECT_FALSE(live.is_mapped());
  ASSERT_NE(second, nullptr);
  std::memset(reinterpret_cast<std::uint8_t*>(second) + format::kLiveHeaderBytes, 1, kBufferBytes);
  EXPECT_EQ(tests::content_of(path).size(), kSlotBytes);
}

TEST(LiveFile, FallsBackToMemoryWhereThereIsNoFile) {
  LiveFile live;
  EXPECT_FALSE(live.create("/nowhere/a.live"));
  EXPECT_NE(live.add_slot(77, 0, kBufferBytes), nullptr);
  EXPECT_FALSE(live.is_mapped());
  live.remove();
}

TEST_F(LiveFileTest, LeavesItsSlotsUsableWhenItsNameGoes) {
  format::LiveSlot* slot = live.add_slot(77, 0, kBufferBytes);
  live.remove();
  EXPECT_FALSE(std::filesystem::exists(path));
  slot->used_bytes = 1;
  EXPECT_EQ(slot->used_bytes, 1U);
}

TEST_F(LiveFileTest, IsRemovedByItsNewNameAfterARename) {
  const std::string renamed = folder.in("b.live");
  EXPECT_TRUE(live.rename_to(renamed.c_str()));
  EXPECT_TRUE(std::filesystem::exists(renamed));
  live.remove();
  EXPECT_FALSE(std::filesystem::exists(renamed));
}

TEST_F(LiveFileTest, IsNotRenamedOverAFileThatIsThere) {
  const std::string taken = folder.in("b.live");
  std::ofstream(taken) << "another process's";
  EXPECT_FALSE(live.rename_to(taken.c_str()));
  EXPECT_EQ(tests::content_of(taken), "another process's");
  EXPECT_EQ(live.path(), path);
}

}  // namespace
}  // namespace mpitrace::store
