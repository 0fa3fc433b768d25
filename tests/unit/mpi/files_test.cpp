// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/files.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/mpi/world_of_four.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kInt = 0x4c00'0405U;  // MPICH's, 4 bytes
constexpr Word kWorld = kMpichAbi.comm_world;
constexpr Word kFile = 0x7f12'3456'7890U;  // a pointer, while MPICH's other handles have four bytes
constexpr Word kIgnore = 1;
constexpr int kErrorNoSuchFile = 37;

struct Status {  // MPICH's
  int count_low;
  int count_high_and_cancelled;
  int source;
  int tag;
  int error;
};

Word g_result = 0;
int g_moved_bytes = 0;
Word g_status_given = 0;
std::uint32_t g_next_request = 0x9900'0001U;

Word real_open(Word, Word, Word, Word, Word file) {
  if (g_result == 0) *reinterpret_cast<Word*>(file) = kFile;
  return g_result;
}
Word real_close(Word file) {
  if (g_result != 0) return g_result;
  *reinterpret_cast<Word*>(file) = 0;
  return 0;
}
Word give_status(Word status) {
  g_status_given = status;
  // A file operation says nothing of source and tag.
  if (status != kIgnore && g_result == 0) {
    *reinterpret_cast<Status*>(status) = {g_moved_bytes, 0, -77, -77, 0};
  }
  return g_result;
}
Word real_read(Word, Word, Word, Word, Word status) {
  return give_status(status);
}
Word real_read_at(Word, Word, Word, Word, Word, Word status) {
  return give_status(status);
}
Word real_begin(Word, Word, Word, Word) {
  return g_result;
}
Word real_end(Word, Word, Word status) {
  return give_status(status);
}
Word real_iread_at(Word, Word, Word, Word, Word, Word request) {
  *reinterpret_cast<std::uint32_t*>(request) = g_next_request++;
  return 0;
}
Word real_wait(Word request, Word status) {
  *reinterpret_cast<std::uint32_t*>(request) = static_cast<std::uint32_t>(kMpichAbi.request_null);
  return give_status(status);
}
Word real_seek(Word, Word, Word) {
  return 0;
}
Word real_sync(Word) {
  return 0;
}

template <class Item>
Word address(Item& item) {
  return reinterpret_cast<Word>(&item);
}

class Files : public tests::WorldOfFour {
 protected:
  Files() {
    g_result = 0;
    g_moved_bytes = 0;
    fake.set(Function::kFile_open, &real_open);
    fake.set(Function::kFile_close, &real_close);
    fake.set(Function::kFile_read, &real_read);
    fake.set(Function::kFile_read_at, &real_read_at);
    fake.set(Function::kFile_write_at_all, &real_read_at);
    fake.set(Function::kFile_read_all_begin, &real_begin);
    fake.set(Function::kFile_read_all_end, &real_end);
    fake.set(Function::kFile_write_all_begin, &real_begin);
    fake.set(Function::kFile_write_all_end, &real_end);
    fake.set(Function::kFile_iread_at, &real_iread_at);
    fake.set(Function::kFile_seek, &real_seek);
    fake.set(Function::kFile_sync, &real_sync);
    fake.set(Function::kWait, &real_wait);
  }
  ~Files() override { take_file(kFile); }

  Word open(const char* name = "numbers", int mode = 9) {
    return wrappers::File_open::call(kWorld, reinterpret_cast<Word>(name), static_cast<Word>(mode), 0, address(handle));
  }
  std::vector<tests::ReadOpenFile> defined() { return recording.chunks().at(0).files; }

  Word handle = 0;
};

TEST_F(Files, AreDefinedByTheCallThatOpensThem) {
  next_sequence(*find_communicator(recording.thread(), kWorld));
  open("data/numbers", 9);
  const auto opened = calls().at(0);
  ASSERT_EQ(defined().size(), 1U);
  EXPECT_EQ(defined()[0].communicator, world_id);
  EXPECT_EQ(defined()[0].parent_sequence, 1U);
  EXPECT_EQ(defined()[0].name, "data/numbers");
  EXPECT_EQ(defined()[0].mode, 9U);
  EXPECT_EQ(opened.value(Field::kObject), defined()[0].id);
  EXPECT_EQ(opened.value(Field::kSequence), 1);
}

TEST_F(Files, KeepAsMuchOfTheirPathAsAnySystemAllows) {
  const std::string path(9'000, 'p');
  open(path.c_str());
  EXPECT_EQ(defined().at(0).name, path.substr(0, 4096));
}

// create, read and write, delete on close: 2, 32 and 4 there.
TEST_F(Files, HaveTheSameModesUnderEveryAbi) {
  g_abi.name = AbiName::kStandard;
  open("numbers", 2 | 32 | 4);
  EXPECT_EQ(defined().at(0).mode, 1U | 8U | 16U);
}

TEST_F(Files, AreNoneWhereTheCallFailed) {
  g_result = kErrorNoSuchFile;
  open();
  EXPECT_EQ(calls().at(0).value(Field::kObject), 0);
  EXPECT_EQ(calls().at(0).value(Field::kResult), kErrorNoSuchFile);
  EXPECT_TRUE(defined().empty());
}

TEST_F(Files, AreOthersWhenTheirHandleComesAgain) {
  open();
  wrappers::File_close::call(address(handle));
  open();
  const auto read = calls();
  EXPECT_NE(read.at(2).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(1).value(Field::kObject), read.at(0).value(Field::kObject));
}

TEST_F(Files, ThatNobodySawOpenedAreDefinedWhenTheyAreMet) {
  wrappers::File_sync::call(kFile);
  ASSERT_EQ(defined().size(), 1U);
  EXPECT_EQ(defined()[0].communicator, 0U);
  EXPECT_EQ(defined()[0].name, "");
}

TEST_F(Files, TellWhatWasReadAlsoWhereTheProgramIgnoresTheStatus) {
  open();
  g_moved_bytes = 12;
  wrappers::File_read_at::call(kFile, 100, 0, 10, kInt, kIgnore);
  EXPECT_NE(g_status_given, kIgnore);
  const auto read = calls().at(1);
  EXPECT_EQ(read.kind, format::Kind::kFileRead);
  EXPECT_EQ(read.value(Field::kObject), calls().at(0).value(Field::kObject));
  EXPECT_EQ(read.value(Field::kOffset), 100);
  EXPECT_EQ(read.value(Field::kRecvBytes), 12);
  EXPECT_EQ(read.value(Field::kSequence), format::kNoSequence);
}

TEST_F(Files, LeaveTheProgramsOwnStatusToIt) {
  open();
  g_moved_bytes = 40;
  Status status{};
  wrappers::File_read::call(kFile, 0, 10, kInt, address(status));
  EXPECT_EQ(g_status_given, address(status));
  EXPECT_EQ(status.count_low, 40);
  EXPECT_EQ(calls().at(1).value(Field::kOffset), format::kNoOffset);
}

TEST_F(Files, MoveNothingInACallThatFails) {
  open();
  g_result = kErrorNoSuchFile;
  wrappers::File_read::call(kFile, 0, 10, kInt, kIgnore);
  wrappers::File_write_at_all::call(kFile, 0, 0, 10, kInt, kIgnore);
  EXPECT_EQ(calls().at(1).value(Field::kRecvBytes), 0);
  EXPECT_EQ(calls().at(1).value(Field::kResult), kErrorNoSuchFile);
  EXPECT_EQ(calls().at(2).value(Field::kSentBytes), 0);
}

TEST_F(Files, CountTheirCollectives) {
  open();
  wrappers::File_write_at_all::call(kFile, 8, 0, 10, kInt, kIgnore);
  wrappers::File_seek::call(kFile, static_cast<Word>(-4), 602);
  wrappers::File_sync::call(kFile);
  wrappers::File_close::call(address(handle));
  const auto read = calls();
  EXPECT_EQ(read.at(1).value(Field::kSequence), 0);
  EXPECT_EQ(read.at(1).value(Field::kSentBytes), 40);
  EXPECT_EQ(read.at(1).value(Field::kRequest), 0);
  EXPECT_EQ(read.at(2).value(Field::kSequence), format::kNoSequence);
  EXPECT_EQ(read.at(2).value(Field::kOffset), -4);
  EXPECT_EQ(read.at(3).value(Field::kSequence), 1);
  EXPECT_EQ(read.at(3).value(Field::kOffset), format::kNoOffset);
  EXPECT_EQ(read.at(4).value(Field::kSequence), 2);
}

TEST_F(Files, AreReadInTwoHalves) {
  open();
  g_moved_bytes = 20;
  wrappers::File_read_all_begin::call(kFile, 0, 10, kInt);
  wrappers::File_read_all_end::call(kFile, 0, kIgnore);
  const auto read = calls();
  EXPECT_EQ(read.at(1).kind, format::Kind::kFileReadStart);
  EXPECT_EQ(read.at(1).value(Field::kRecvBytes), 40);
  EXPECT_EQ(read.at(1).value(Field::kSequence), 0);
  EXPECT_EQ(read.at(1).value(Field::kRequest), 0);
  EXPECT_EQ(read.at(2).kind, format::Kind::kFileSplitEnd);
  EXPECT_EQ(read.at(2).value(Field::kRecvBytes), 20);
  EXPECT_EQ(read.at(2).value(Field::kSentBytes), 0);
}

TEST_F(Files, AreWrittenInTwoHalves) {
  open();
  g_moved_bytes = 40;
  wrappers::File_write_all_begin::call(kFile, 0, 10, kInt);
  wrappers::File_write_all_end::call(kFile, 0, kIgnore);
  EXPECT_EQ(calls().at(1).value(Field::kSentBytes), 40);
  EXPECT_EQ(calls().at(2).value(Field::kSentBytes), 40);
  EXPECT_EQ(calls().at(2).value(Field::kRecvBytes), 0);
}

TEST_F(Files, AreReadUnderARequestThatGotAllItAskedFor) {
  open();
  std::uint32_t request = 0;
  g_moved_bytes = 40;
  wrappers::File_iread_at::call(kFile, 4, 0, 10, kInt, address(request));
  wrappers::Wait::call(address(request), kIgnore);
  const auto read = calls();
  EXPECT_EQ(read.at(1).value(Field::kRecvBytes), 40);
  EXPECT_EQ(read.at(2).value(Field::kRequest), read.at(1).value(Field::kRequest));
  EXPECT_EQ(read.at(2).value(Field::kRequests), 1);
  EXPECT_TRUE(read.at(2).entries.empty());
}

TEST_F(Files, AreReadUnderARequestThatGotLess) {
  open();
  std::uint32_t request = 0;
  g_moved_bytes = 8;
  wrappers::File_iread_at::call(kFile, 4, 0, 10, kInt, address(request));
  wrappers::Wait::call(address(request), kIgnore);
  EXPECT_NE(g_status_given, kIgnore);
  const auto waited = calls().at(2);
  ASSERT_EQ(waited.entries.size(), 1U);
  EXPECT_TRUE(waited.entries[0].has_status);
  EXPECT_EQ(waited.entries[0].source, format::kProcNull);
  EXPECT_EQ(waited.entries[0].tag, format::kAnyTag);
  EXPECT_EQ(waited.entries[0].bytes, 8U);
}

TEST_F(Files, GiveNothingToARequestThatFails) {
  open();
  std::uint32_t request = 0;
  wrappers::File_iread_at::call(kFile, 4, 0, 10, kInt, address(request));
  g_result = kErrorNoSuchFile;
  wrappers::Wait::call(address(request), kIgnore);
  const auto waited = calls().at(2);
  ASSERT_EQ(waited.entries.size(), 1U);
  EXPECT_TRUE(waited.entries[0].has_status);
  EXPECT_EQ(waited.entries[0].bytes, 0U);
}

TEST_F(Files, StandInTheCallAThreadIsIn) {
  open();
  wrappers::File_read_at::call(kFile, 100, 0, 10, kInt, kIgnore);
  EXPECT_EQ(recording.slot().current.given,
            static_cast<std::uint64_t>(Given::kBytes) | static_cast<std::uint64_t>(Given::kObject));
  EXPECT_EQ(recording.slot().current.bytes, 40);
  EXPECT_EQ(recording.slot().current_object, calls().at(0).value(Field::kObject));
}

TEST_F(Files, StayWhereTheyCouldNotBeClosed) {
  open();
  g_result = kErrorNoSuchFile;
  wrappers::File_close::call(address(handle));
  g_result = 0;
  wrappers::File_sync::call(kFile);
  const auto read = calls();
  EXPECT_EQ(read.at(1).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(2).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(2).value(Field::kSequence), 1);
}

}  // namespace
}  // namespace mpitrace::mpi
