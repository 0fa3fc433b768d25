// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/wrapper.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/mpi/world_of_four.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kInt = 0x4c00'0405U;  // MPICH's, 4 bytes
constexpr Word kWorld = kMpichAbi.comm_world;
constexpr Word kDuplicate = 0x8400'0001U;
constexpr Word kIgnore = 1;
constexpr int kErrorTruncate = 15;

struct Status {  // MPICH's
  int count_low;
  int count_high_and_cancelled;
  int source;
  int tag;
  int error;
};

// What the real function saw, and what it is to do.
std::vector<Word> g_seen;
Status g_status{};
Word g_result = 0;
int g_flag = 0;
std::uint32_t g_handle = 0;

void give_status(Word status) {
  if (status != kIgnore) *reinterpret_cast<Status*>(status) = g_status;
}
Word real_send(Word a, Word b, Word c, Word d, Word e, Word f) {
  g_seen = {a, b, c, d, e, f};
  return g_result;
}
Word real_recv(Word a, Word b, Word c, Word d, Word e, Word f, Word status) {
  g_seen = {a, b, c, d, e, f, status};
  give_status(status);
  return g_result;
}
Word real_iprobe(Word, Word, Word, Word flag, Word status) {
  *reinterpret_cast<int*>(flag) = g_flag;
  give_status(status);
  return 0;
}
Word real_improbe(Word, Word, Word, Word flag, Word message, Word status) {
  *reinterpret_cast<int*>(flag) = 1;
  *reinterpret_cast<std::uint32_t*>(message) = g_handle;
  give_status(status);
  return 0;
}
Word real_mrecv(Word, Word, Word, Word message, Word status) {
  *reinterpret_cast<std::uint32_t*>(message) = static_cast<std::uint32_t>(kMpichAbi.message_null);
  give_status(status);
  return 0;
}
Word real_bcast(Word, Word, Word, Word, Word) {
  return g_result;
}
Word real_barrier(Word comm) {
  return wrappers::Send::call(0, 1, kInt, 1, 0, comm);
}
Word real_comm_dup(Word, Word fresh) {
  *reinterpret_cast<std::uint32_t*>(fresh) = static_cast<std::uint32_t>(kDuplicate);
  return g_result;
}
Word real_comm_free(Word comm) {
  if (g_result != 0) return g_result;
  *reinterpret_cast<std::uint32_t*>(comm) = static_cast<std::uint32_t>(kMpichAbi.comm_null);
  return 0;
}
Word real_comm_idup(Word comm, Word fresh, Word request) {
  *reinterpret_cast<std::uint32_t*>(request) = 0x9800'0001U;
  return real_comm_dup(comm, fresh);
}
Word real_irecv(Word, Word, Word, Word, Word, Word, Word request) {
  *reinterpret_cast<std::uint32_t*>(request) = 0x9800'0002U;
  return 0;
}
Word real_request_free(Word request) {
  if (g_result != 0) return g_result;
  *reinterpret_cast<std::uint32_t*>(request) = static_cast<std::uint32_t>(kMpichAbi.request_null);
  return 0;
}
Word real_sendrecv(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word) {
  return g_result;
}
Word real_name(Word, Word) {
  return 0;
}

template <class Item>
Word address(Item& item) {
  return reinterpret_cast<Word>(&item);
}

class WrapperTest : public tests::WorldOfFour {
 protected:
  WrapperTest() {
    g_seen.clear();
    g_status = {};
    g_result = 0;
    g_flag = 0;
    fake.communicators[kDuplicate] = {.rank = 1, .members = {0, 1, 2, 3}};
    fake.set(Function::kSend, &real_send);
    fake.set(Function::kRecv, &real_recv);
    fake.set(Function::kIprobe, &real_iprobe);
    fake.set(Function::kImprobe, &real_improbe);
    fake.set(Function::kMrecv, &real_mrecv);
    fake.set(Function::kBcast, &real_bcast);
    fake.set(Function::kBarrier, &real_barrier);
    fake.set(Function::kComm_dup, &real_comm_dup);
    fake.set(Function::kComm_free, &real_comm_free);
    fake.set(Function::kComm_set_name, &real_name);
    fake.set(Function::kComm_idup, &real_comm_idup);
    fake.set(Function::kIrecv, &real_irecv);
    fake.set(Function::kRequest_free, &real_request_free);
    fake.set(Function::kSendrecv, &real_sendrecv);
  }
};

TEST_F(WrapperTest, PassesEverythingOnAndGivesTheResultBack) {
  g_result = kErrorTruncate;
  EXPECT_EQ(wrappers::Send::call(11, 12, kInt, 3, 14, kWorld), Word{kErrorTruncate});
  EXPECT_EQ(g_seen, (std::vector<Word>{11, 12, kInt, 3, 14, kWorld}));
}

TEST_F(WrapperTest, RecordsASend) {
  wrappers::Send::call(0, 12, kInt, 3, 14, kWorld);
  const tests::DecodedCall call = calls().at(0);
  EXPECT_EQ(call.kind, format::Kind::kSend);
  EXPECT_EQ(call.value(Field::kPeer), 3);
  EXPECT_EQ(call.value(Field::kTag), 14);
  EXPECT_EQ(call.value(Field::kSentBytes), 48);
  EXPECT_EQ(call.value(Field::kCommunicator), world_id);
  EXPECT_EQ(call.value(Field::kResult), 0);
  EXPECT_GT(call.end_ticks, call.start_ticks);
}

TEST_F(WrapperTest, RecordsWhatAReceiveGotAlsoWhereTheProgramIgnoresTheStatus) {
  g_status = {40, 0, 2, 14, 0};
  wrappers::Recv::call(0, 12, kInt, static_cast<Word>(kMpichAbi.any_source), 14, kWorld, kIgnore);
  EXPECT_NE(g_seen.at(6), kIgnore);
  const tests::DecodedCall call = calls().at(0);
  EXPECT_EQ(call.value(Field::kPeer), format::kAnySource);
  EXPECT_EQ(call.value(Field::kMatchedPeer), 2);
  EXPECT_EQ(call.value(Field::kMatchedTag), 14);
  EXPECT_EQ(call.value(Field::kRecvBytes), 40);
}

TEST_F(WrapperTest, LeavesTheProgramsOwnStatusToIt) {
  g_status = {40, 0, 2, 14, 0};
  Status status{};
  wrappers::Recv::call(0, 12, kInt, 2, 14, kWorld, address(status));
  EXPECT_EQ(g_seen.at(6), address(status));
  EXPECT_EQ(status.count_low, 40);
}

TEST_F(WrapperTest, ReadsNoStatusAfterAnError) {
  g_status = {40, 0, 2, 14, 0};
  g_result = kErrorTruncate;
  wrappers::Recv::call(0, 12, kInt, 2, 14, kWorld, kIgnore);
  const tests::DecodedCall call = calls().at(0);
  EXPECT_EQ(call.value(Field::kResult), kErrorTruncate);
  EXPECT_EQ(call.value(Field::kRecvBytes), 0);
  EXPECT_EQ(call.value(Field::kMatchedPeer), 2) << "what it asked for";
  EXPECT_EQ(call.value(Field::kMatchedTag), 14);
}

TEST_F(WrapperTest, SaysOfAFailedExchangeWhatItAskedFor) {
  g_result = kErrorTruncate;
  wrappers::Sendrecv::call(0, 1, kInt, 3, 14, 0, 1, kInt, static_cast<Word>(kMpichAbi.any_source), 15, kWorld, kIgnore);
  const tests::DecodedCall call = calls().at(0);
  EXPECT_EQ(call.value(Field::kMatchedPeer), format::kAnySource);
  EXPECT_EQ(call.value(Field::kMatchedTag), 15);
}

TEST_F(WrapperTest, CountsAProbeThatFoundNothingAndRecordsOneThatDid) {
  int flag = 0;
  for (int i = 0; i < 5; ++i) wrappers::Iprobe::call(2, 14, kWorld, address(flag), kIgnore);
  g_flag = 1;
  g_status = {40, 0, 2, 14, 0};
  wrappers::Iprobe::call(2, 14, kWorld, address(flag), kIgnore);
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.polled(), 5U);
  ASSERT_EQ(read.calls.size(), 1U);
  EXPECT_EQ(read.calls[0].value(Field::kRecvBytes), 40);
}

TEST_F(WrapperTest, CountsAQuestionForAStatusThatHasNone) {
  int flag = 0;
  int index = 0;
  int count = 0;
  Word request = 0;
  const auto answer = +[](Word, Word flag_at, Word) -> Word {
    *reinterpret_cast<int*>(flag_at) = g_flag;
    return 0;
  };
  const auto parrived = +[](Word, Word, Word flag_at) -> Word {
    *reinterpret_cast<int*>(flag_at) = g_flag;
    return 0;
  };
  const auto answer_all = +[](Word, Word, Word flag_at, Word) -> Word {
    *reinterpret_cast<int*>(flag_at) = g_flag;
    return 0;
  };
  const auto answer_any = +[](Word, Word, Word, Word flag_at, Word) -> Word {
    *reinterpret_cast<int*>(flag_at) = g_flag;
    return 0;
  };
  const auto answer_some = +[](Word, Word, Word count_at, Word, Word) -> Word {
    *reinterpret_cast<int*>(count_at) = g_flag;
    return 0;
  };
  fake.set(Function::kRequest_get_status, answer);
  fake.set(Function::kRequest_get_status_all, answer_all);
  fake.set(Function::kRequest_get_status_any, answer_any);
  fake.set(Function::kRequest_get_status_some, answer_some);
  fake.set(Function::kParrived, parrived);
  const auto ask_each = [&] {
    wrappers::Request_get_status::call(request, address(flag), kIgnore);
    wrappers::Request_get_status_all::call(1, address(request), address(flag), kIgnore);
    wrappers::Request_get_status_any::call(1, address(request), address(index), address(flag), kIgnore);
    wrappers::Request_get_status_some::call(1, address(request), address(count), address(index), kIgnore);
    wrappers::Parrived::call(request, 0, address(flag));
  };
  ask_each();
  EXPECT_TRUE(calls().empty());
  EXPECT_EQ(recording.decode().polled(), 5U);
  g_flag = 1;
  ask_each();
  EXPECT_EQ(calls().size(), 5U);
}

TEST_F(WrapperTest, ConnectsAMatchedProbeWithItsReceive) {
  int flag = 0;
  std::uint32_t message = 0;
  g_handle = 0x6c00'0009U;
  g_status = {8, 0, 2, 14, 0};
  wrappers::Improbe::call(2, 14, kWorld, address(flag), address(message), kIgnore);
  wrappers::Mrecv::call(0, 2, kInt, address(message), kIgnore);
  const auto read = calls();
  EXPECT_NE(read.at(0).value(Field::kMessage), 0);
  EXPECT_EQ(read.at(1).value(Field::kMessage), read.at(0).value(Field::kMessage));
  EXPECT_EQ(read.at(1).value(Field::kMatchedPeer), 2);
}

TEST_F(WrapperTest, CountsACallThatMpiMakesItself) {
  wrappers::Barrier::call(kWorld);
  EXPECT_EQ(g_seen.size(), 6U) << "the inner call reached MPI";
  ASSERT_EQ(calls().size(), 1U);
  EXPECT_EQ(calls()[0].kind, format::Kind::kCollective);
  EXPECT_EQ(recording.slot().loss.nested_calls, 1U);
}

TEST_F(WrapperTest, PassesCallsThroughWhereNothingIsRecorded) {
  record::g_thread = nullptr;
  wrappers::Send::call(11, 12, kInt, 3, 14, kWorld);
  EXPECT_EQ(g_seen.size(), 6U);
  EXPECT_TRUE(calls().empty());
}

TEST_F(WrapperTest, NumbersTheCollectivesOfACommunicator) {
  std::uint32_t fresh = 0;
  wrappers::Bcast::call(0, 10, kInt, 1, kWorld);
  wrappers::Comm_dup::call(kWorld, address(fresh));
  wrappers::Bcast::call(0, 10, kInt, 0, kWorld);
  wrappers::Bcast::call(0, 10, kInt, 0, kDuplicate);
  const auto read = calls();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(read.at(i).value(Field::kSequence), static_cast<std::int64_t>(i));
  EXPECT_EQ(read.at(3).value(Field::kSequence), 0);
  EXPECT_EQ(read.at(3).value(Field::kCommunicator), read.at(1).value(Field::kObject));
  EXPECT_EQ(read.at(0).value(Field::kSentBytes), 40);
  EXPECT_EQ(read.at(2).value(Field::kRecvBytes), 40);
  take_communicator(kDuplicate);
}

TEST_F(WrapperTest, DefinesNoCommunicatorThatWasNotMade) {
  std::uint32_t fresh = 0;
  g_result = kErrorTruncate;
  wrappers::Comm_dup::call(kWorld, address(fresh));
  EXPECT_EQ(calls().at(0).value(Field::kObject), 0);
  EXPECT_EQ(recording.chunks().at(0).communicators.size(), 2U);
}

TEST_F(WrapperTest, ForgetsACommunicatorThatIsFreed) {
  std::uint32_t fresh = 0;
  wrappers::Comm_dup::call(kWorld, address(fresh));
  wrappers::Comm_free::call(address(fresh));
  EXPECT_EQ(calls().at(1).value(Field::kObject), calls().at(0).value(Field::kObject));
  EXPECT_EQ(take_communicator(kDuplicate).id, 0U);
}

TEST_F(WrapperTest, KeepsACommunicatorThatCouldNotBeFreed) {
  std::uint32_t fresh = 0;
  wrappers::Comm_dup::call(kWorld, address(fresh));
  wrappers::Bcast::call(0, 10, kInt, 0, kDuplicate);
  g_result = kErrorTruncate;
  wrappers::Comm_free::call(address(fresh));
  g_result = 0;
  wrappers::Bcast::call(0, 10, kInt, 0, kDuplicate);
  const auto read = calls();
  EXPECT_EQ(read.at(2).value(Field::kObject), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(3).value(Field::kCommunicator), read.at(0).value(Field::kObject));
  EXPECT_EQ(read.at(3).value(Field::kSequence), 1);
  EXPECT_EQ(take_communicator(kDuplicate).id, read.at(0).value(Field::kObject));
}

// Between the return of the real function and ours another thread may have been given the handle.
TEST_F(WrapperTest, LeavesTheNextOwnerOfAFreedHandleAlone) {
  std::uint32_t fresh = 0;
  wrappers::Comm_dup::call(kWorld, address(fresh));
  static std::uint32_t next_id;
  fake.set(
      Function::kComm_free, +[](Word comm) -> Word {
        next_id = add_communicator(*record::g_thread, kDuplicate, {.origin = Origin::kParentCollective});
        return real_comm_free(comm);
      });
  wrappers::Comm_free::call(address(fresh));
  EXPECT_EQ(take_communicator(kDuplicate).id, next_id);
}

TEST_F(WrapperTest, KeepsARequestThatCouldNotBeFreed) {
  std::uint32_t request = 0;
  wrappers::Irecv::call(0, 1, kInt, 2, 14, kWorld, address(request));
  g_result = kErrorTruncate;
  wrappers::Request_free::call(address(request));
  g_result = 0;
  wrappers::Request_free::call(address(request));
  const auto read = calls();
  const std::int64_t id = read.at(0).value(Field::kRequest);
  EXPECT_NE(id, 0);
  EXPECT_EQ(read.at(1).value(Field::kRequest), id);
  EXPECT_EQ(read.at(2).value(Field::kRequest), id);
  EXPECT_EQ(take_request(0x9800'0002U).id, 0U);
}

// It may not be asked before the duplication is complete: its first use says that it is.
TEST_F(WrapperTest, DefinesTheTopologyOfADuplicateWhenItIsFirstUsed) {
  constexpr Word kGrid = 0x8400'0002U;
  fake.communicators[kGrid] = {
      .rank = 1, .members = {0, 1, 2, 3}, .topology = 2, .dimensions = 1, .sizes = {4}, .periodic = {1}};
  fake.communicators[kDuplicate] = fake.communicators[kGrid];
  const auto of_grid = add_communicator(recording.thread(), kGrid, {.origin = Origin::kParentCollective});
  std::uint32_t fresh = 0;
  std::uint32_t request = 0;
  wrappers::Comm_idup::call(kGrid, address(fresh), address(request));
  EXPECT_EQ(recording.chunks().at(0).topologies.size(), 1U);
  wrappers::Bcast::call(0, 10, kInt, 0, kDuplicate);
  wrappers::Bcast::call(0, 10, kInt, 0, kGrid);
  wrappers::Bcast::call(0, 10, kInt, 0, kDuplicate);
  const auto& defined = recording.chunks().at(1).topologies;
  ASSERT_EQ(defined.size(), 1U);
  EXPECT_NE(defined[0].communicator, of_grid);
  EXPECT_EQ(defined[0].dimensions, std::vector<std::uint32_t>{4});
}

TEST_F(WrapperTest, KeepsTheNameThatACommunicatorIsGiven) {
  wrappers::Comm_set_name::call(kWorld, reinterpret_cast<Word>("all of us"));
  EXPECT_EQ(recording.chunks().at(0).communicator_names.at(world_id), "all of us");
}

TEST_F(WrapperTest, SaysWhatItIsInWhileItIsIn) {
  static format::CurrentCall current;
  fake.set(
      Function::kSend, +[](Word, Word, Word, Word, Word, Word) -> Word {
        current = record::g_thread->slot->current;
        return 0;
      });
  wrappers::Send::call(0, 12, kInt, 3, 14, kWorld);
  EXPECT_NE(current.context, 0U);
  EXPECT_EQ(current.communicator, world_id);
  EXPECT_EQ(current.peer, 3);
  EXPECT_EQ(current.tag, 14);
  EXPECT_EQ(current.bytes, 48);
  EXPECT_EQ(current.given, 0b1111U);
  EXPECT_EQ(recording.slot().current.context, 0U);
}

}  // namespace
}  // namespace mpitrace::mpi
