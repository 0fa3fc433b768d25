// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/windows.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "unit/mpi/world_of_four.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kInt = 0x4c00'0405U;  // MPICH's, 4 bytes
constexpr Word kDouble = 0x4c00'080bU;
constexpr Word kWorld = kMpichAbi.comm_world;
constexpr Word kWindow = 0xa000'0001U;
constexpr Word kSum = 0x5800'0003U;
constexpr Word kGroup = 0x8800'0005U;
constexpr Word kWindowGroup = 0x8800'0006U;
constexpr int kErrorWin = 45;

Word g_result = 0;
int g_flag = 0;
std::uint32_t g_next_request = 0x9800'0001U;

Word give_window(Word to) {
  if (g_result == 0) *reinterpret_cast<std::uint32_t*>(to) = static_cast<std::uint32_t>(kWindow);
  return g_result;
}
Word real_win_create(Word, Word, Word, Word, Word, Word window) {
  return give_window(window);
}
Word real_win_create_dynamic(Word, Word, Word window) {
  return give_window(window);
}
Word real_win_free(Word window) {
  if (g_result != 0) return g_result;
  *reinterpret_cast<std::uint32_t*>(window) = static_cast<std::uint32_t>(kMpichAbi.win_null);
  return 0;
}
Word real_on_window(Word, Word) {
  return g_result;
}
Word real_lock(Word, Word, Word, Word) {
  return 0;
}
Word real_win_test(Word, Word flag) {
  *reinterpret_cast<int*>(flag) = g_flag;
  return 0;
}
Word real_epoch(Word, Word, Word) {
  return g_result;
}
Word real_put(Word, Word, Word, Word, Word, Word, Word, Word) {
  return 0;
}
Word real_rput(Word, Word, Word, Word, Word, Word, Word, Word, Word request) {
  *reinterpret_cast<std::uint32_t*>(request) = g_next_request++;
  return 0;
}
Word real_get_accumulate(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word) {
  return 0;
}
Word real_fetch_and_op(Word, Word, Word, Word, Word, Word, Word) {
  return 0;
}
int win_get_group(Word, Word* group) {
  *group = kWindowGroup;
  return 0;
}

template <class Item>
Word address(Item& item) {
  return reinterpret_cast<Word>(&item);
}

// Rank 1 of a world of four.
class Windows : public tests::WorldOfFour {
 protected:
  Windows() {
    g_result = 0;
    g_flag = 0;
    fake.set(Function::kWin_create, &real_win_create);
    fake.set(Function::kWin_create_dynamic, &real_win_create_dynamic);
    fake.set(Function::kWin_free, &real_win_free);
    fake.set(Function::kWin_fence, &real_on_window);
    fake.set(Function::kWin_set_name, &real_on_window);
    fake.set(Function::kWin_lock, &real_lock);
    fake.set(Function::kWin_lock_all, &real_on_window);
    fake.set(Function::kWin_test, &real_win_test);
    fake.set(Function::kWin_post, &real_epoch);
    fake.set(Function::kPut, &real_put);
    fake.set(Function::kGet, &real_put);
    fake.set(Function::kRput, &real_rput);
    fake.set(Function::kGet_accumulate, &real_get_accumulate);
    fake.set(Function::kFetch_and_op, &real_fetch_and_op);
    fake.set(Function::kWin_get_group, &win_get_group);
  }
  ~Windows() override { take_window(kWindow); }

  Word create(Word bytes = 400, Word displacement_unit = 4) {
    return wrappers::Win_create::call(0, bytes, displacement_unit, 0, kWorld, address(handle));
  }
  std::vector<tests::ReadWindow> defined() { return recording.chunks().at(0).windows; }

  // What MPI_Win_post records of a group of these ranks of the world, which is the window's group too.
  tests::DecodedCall post(const std::vector<int>& ranks, int world_size) {
    fake.groups[kGroup] = ranks;
    fake.groups[kWindowGroup].resize(static_cast<std::size_t>(world_size));
    std::iota(fake.groups[kWindowGroup].begin(), fake.groups[kWindowGroup].end(), 0);
    create();
    wrappers::Win_post::call(kGroup, 0, kWindow);
    return calls().back();
  }

  std::uint32_t handle = 0;
};

std::vector<int> ranks_of(const tests::DecodedCall& call) {
  std::vector<int> ranks;
  for (const tests::DecodedEntry& entry : call.entries) ranks.push_back(static_cast<int>(entry.id));
  return ranks;
}

TEST_F(Windows, AreDefinedByTheCallThatMakesThem) {
  next_sequence(*find_communicator(recording.thread(), kWorld));
  create(400, 4);
  const auto made = calls().at(0);
  ASSERT_EQ(defined().size(), 1U);
  EXPECT_EQ(defined()[0].communicator, world_id);
  EXPECT_EQ(defined()[0].parent_sequence, 1U);
  EXPECT_EQ(defined()[0].flavour, static_cast<int>(Flavour::kCreate));
  EXPECT_EQ(defined()[0].bytes, 400U);
  EXPECT_EQ(defined()[0].displacement_unit, 4U);
  EXPECT_EQ(made.value(Field::kObject), defined()[0].id);
  EXPECT_EQ(made.value(Field::kSequence), 1);
  EXPECT_EQ(made.value(Field::kCommunicator), world_id);
}

TEST_F(Windows, WithoutMemoryOfTheirOwnSaySo) {
  wrappers::Win_create_dynamic::call(0, kWorld, address(handle));
  EXPECT_EQ(defined().at(0).flavour, static_cast<int>(Flavour::kDynamic));
  EXPECT_EQ(defined().at(0).bytes, 0U);
}

TEST_F(Windows, AreNoneWhereTheCallFailed) {
  g_result = kErrorWin;
  create();
  EXPECT_EQ(calls().at(0).value(Field::kObject), 0);
  EXPECT_EQ(calls().at(0).value(Field::kResult), kErrorWin);
  EXPECT_TRUE(defined().empty());
}

TEST_F(Windows, CountTheirFences) {
  create();
  wrappers::Win_fence::call(0, kWindow);
  wrappers::Win_fence::call(0, kWindow);
  wrappers::Win_free::call(address(handle));
  const auto read = calls();
  EXPECT_EQ(read.at(1).value(Field::kSequence), 0);
  EXPECT_EQ(read.at(2).value(Field::kSequence), 1);
  EXPECT_EQ(read.at(3).value(Field::kSequence), 2);
  EXPECT_EQ(read.at(3).value(Field::kObject), read.at(1).value(Field::kObject));
}

TEST_F(Windows, StayWhereTheyCouldNotBeFreed) {
  create();
  wrappers::Win_fence::call(0, kWindow);
  g_result = kErrorWin;
  wrappers::Win_free::call(address(handle));
  g_result = 0;
  wrappers::Win_fence::call(0, kWindow);
  const auto read = calls();
  EXPECT_EQ(read.at(2).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(3).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(3).value(Field::kSequence), 2);
}

TEST_F(Windows, AreOthersWhenTheirHandleComesAgain) {
  create();
  wrappers::Win_fence::call(0, kWindow);
  wrappers::Win_free::call(address(handle));
  create();
  wrappers::Win_fence::call(0, kWindow);
  const auto read = calls();
  EXPECT_NE(read.at(4).value(Field::kObject), read.at(1).value(Field::kObject));
  EXPECT_EQ(read.at(4).value(Field::kSequence), 0);
}

TEST_F(Windows, ThatNobodySawMadeAreDefinedWhenTheyAreMet) {
  wrappers::Win_fence::call(0, kWindow);
  ASSERT_EQ(defined().size(), 1U);
  EXPECT_EQ(defined()[0].flavour, static_cast<int>(Flavour::kUnknown));
  EXPECT_EQ(calls().at(0).value(Field::kObject), defined()[0].id);
}

TEST_F(Windows, TellTheirNames) {
  create();
  wrappers::Win_set_name::call(kWindow, reinterpret_cast<Word>("halo"));
  const std::uint32_t id = defined().at(0).id;
  EXPECT_EQ(recording.chunks().at(0).window_names.at(id), "halo");
}

TEST_F(Windows, AreNamedWithTargetAndBytesByAPut) {
  create();
  wrappers::Put::call(0, 10, kDouble, 3, 0, 10, kDouble, kWindow);
  const auto put = calls().at(1);
  EXPECT_EQ(put.kind, format::Kind::kPut);
  EXPECT_EQ(put.value(Field::kObject), calls().at(0).value(Field::kObject));
  EXPECT_EQ(put.value(Field::kPeer), 3);
  EXPECT_EQ(put.value(Field::kSentBytes), 80);
  EXPECT_EQ(put.value(Field::kRequest), 0);
}

TEST_F(Windows, AreReadByAGet) {
  create();
  wrappers::Get::call(0, 10, kInt, static_cast<Word>(kMpichAbi.proc_null), 0, 10, kInt, kWindow);
  const auto get = calls().at(1);
  EXPECT_EQ(get.value(Field::kPeer), format::kProcNull);
  EXPECT_EQ(get.value(Field::kRecvBytes), 40);
}

TEST_F(Windows, AreWrittenUnderARequest) {
  create();
  std::uint32_t request = 0;
  wrappers::Rput::call(0, 1, kInt, 2, 0, 1, kInt, kWindow, address(request));
  EXPECT_NE(calls().at(1).value(Field::kRequest), 0);
  EXPECT_EQ(static_cast<std::int64_t>(take_request(request).id), calls().at(1).value(Field::kRequest));
}

TEST_F(Windows, GiveAndTakeInAFetch) {
  create();
  wrappers::Fetch_and_op::call(0, 0, kDouble, 2, 0, kSum, kWindow);
  EXPECT_EQ(calls().at(1).value(Field::kSentBytes), 8);
  EXPECT_EQ(calls().at(1).value(Field::kRecvBytes), 8);
}

// The standard has MPI ignore the origin then: nothing says that its type is one.
TEST_F(Windows, AreNotAskedWhatNoOpSends) {
  create();
  constexpr Word kNoType = 0x1234'5678U;
  wrappers::Get_accumulate::call(0, 99, kNoType, 0, 3, kInt, 2, 0, 3, kInt, kMpichAbi.no_op, kWindow);
  EXPECT_EQ(calls().at(1).value(Field::kSentBytes), 0);
  EXPECT_EQ(calls().at(1).value(Field::kRecvBytes), 12);
  EXPECT_EQ(fake.asked_types, std::vector<Word>{});
}

TEST_F(Windows, TellTheTypeOfALock) {
  create();
  wrappers::Win_lock::call(static_cast<Word>(kMpichAbi.lock_exclusive), 2, 0, kWindow);
  wrappers::Win_lock::call(static_cast<Word>(kMpichAbi.lock_shared), 3, 0, kWindow);
  wrappers::Win_lock_all::call(0, kWindow);
  const auto read = calls();
  EXPECT_EQ(read.at(1).value(Field::kTag), format::kLockExclusive);
  EXPECT_EQ(read.at(1).value(Field::kPeer), 2);
  EXPECT_EQ(read.at(2).value(Field::kTag), format::kLockShared);
  EXPECT_EQ(read.at(3).value(Field::kTag), format::kLockShared);
  EXPECT_EQ(read.at(3).value(Field::kPeer), format::kAllRanks);
}

TEST_F(Windows, CountATestThatFailed) {
  create();
  int flag = 0;
  wrappers::Win_test::call(kWindow, address(flag));
  wrappers::Win_test::call(kWindow, address(flag));
  g_flag = 1;
  wrappers::Win_test::call(kWindow, address(flag));
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.polled(), 2U);
  ASSERT_EQ(read.calls.size(), 2U);
  EXPECT_EQ(read.calls[1].kind, format::Kind::kEpochWait);
}

TEST_F(Windows, ListTheGroupOfAnEpoch) {
  const auto posted = post({3, 0, 1}, 4);
  EXPECT_EQ(posted.value(Field::kRequests), 3);
  EXPECT_EQ(ranks_of(posted), (std::vector<int>{3, 0, 1}));
  EXPECT_EQ(fake.freed_groups, 1 + 2) << "the window's, and those that the predefined communicators asked for";
}

TEST_F(Windows, ListAGroupOfAnySize) {
  std::vector<int> ranks(700);
  std::iota(ranks.rbegin(), ranks.rend(), 0);
  const auto posted = post(ranks, 700);
  EXPECT_EQ(posted.value(Field::kRequests), 700);
  EXPECT_EQ(posted.value(Field::kListed), 256);
  EXPECT_EQ(ranks_of(posted), ranks);
}

TEST_F(Windows, ListNoGroupAfterAnError) {
  create();
  g_result = kErrorWin;
  wrappers::Win_post::call(kGroup, 0, kWindow);
  EXPECT_EQ(calls().at(1).value(Field::kRequests), 0);
  EXPECT_EQ(calls().at(1).value(Field::kListed), 0);
}

TEST_F(Windows, StandInTheCallAThreadIsIn) {
  create();
  wrappers::Put::call(0, 10, kDouble, 3, 0, 10, kDouble, kWindow);
  const format::LiveSlot& slot = recording.slot();
  EXPECT_EQ(slot.current.given, static_cast<std::uint64_t>(Given::kPeer) | static_cast<std::uint64_t>(Given::kBytes) |
                                    static_cast<std::uint64_t>(Given::kObject));
  EXPECT_EQ(slot.current_object, calls().at(0).value(Field::kObject));
  EXPECT_EQ(slot.current.peer, 3);
  EXPECT_EQ(slot.current.bytes, 80);
}

}  // namespace
}  // namespace mpitrace::mpi
