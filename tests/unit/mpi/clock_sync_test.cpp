// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/clock_sync.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "session/header.h"
#include "session/session.h"
#include "unit/mpi/fake_mpi.h"
#include "unit/record/recording.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::mpi {
namespace {

using Lines = std::vector<std::string>;

constexpr Word kWorld = kMpichAbi.comm_world;
constexpr std::uint64_t kParent = 4711;

// What the MPI is to do, and what it was asked.
struct Play {
  tests::FakeMpi& fake;
  Lines calls = {};
  std::map<Word, std::uint64_t> others = {};       // the number of the others in a communicator, where it is not ours
  std::vector<tests::FakeCommunicator> made = {};  // by splits, in order
  std::size_t splits = 0;
};
Play* g_play = nullptr;

std::string name_of(Word communicator) {
  return communicator == kWorld ? "world" : std::to_string(communicator & 0xffU);
}

int real_allreduce(const std::uint64_t* own, std::uint64_t* common, int bytes, Word type, Word op, Word comm) {
  g_play->calls.push_back("allreduce " + name_of(comm));
  EXPECT_EQ(bytes, 16);
  EXPECT_EQ(type, kMpichAbi.byte_type);
  EXPECT_EQ(op, 0x5800'0006U);  // MPI_BAND
  const auto other = g_play->others.find(comm);
  if (other == g_play->others.end()) return 0;
  common[0] = own[0] & other->second;
  common[1] = own[1] & ~other->second;
  return 0;
}
int real_comm_split(Word comm, int colour, int, std::uint32_t* made) {
  g_play->calls.push_back("split " + name_of(comm));
  *made = static_cast<std::uint32_t>(kMpichAbi.comm_null);
  if (colour == kUndefined) return 0;
  EXPECT_GE(colour, 0);
  *made = 0x8400'0001U + static_cast<std::uint32_t>(g_play->splits);
  g_play->fake.communicators[*made] = g_play->made.at(g_play->splits++);
  return 0;
}
int real_comm_free(std::uint32_t* comm) {
  g_play->calls.push_back("free " + name_of(*comm));
  return 0;
}
int real_get_errhandler(Word, std::uint32_t* handler) {
  *handler = 0x55;
  return 0;
}
int real_set_errhandler(Word comm, Word handler) {
  g_play->calls.push_back((handler == kMpichAbi.errors_return ? "return errors of " : "restore errors of ") +
                          name_of(comm));
  EXPECT_TRUE(handler == kMpichAbi.errors_return || handler == 0x55);
  return 0;
}
int real_errhandler_free(std::uint32_t* handler) {
  EXPECT_EQ(*handler, 0x55U);
  return 0;
}
int real_send(const void*, int, Word, int to, int, Word comm) {
  const std::string line = "ask " + std::to_string(to) + " of " + name_of(comm);
  if (g_play->calls.empty() || g_play->calls.back() != line) g_play->calls.push_back(line);
  return 0;
}
int real_recv(std::uint64_t* answer, int, Word, int, int, Word, Word) {
  answer[0] = kParent;
  answer[1] = 30;
  return 0;
}

class ClockSync : public testing::Test {
 protected:
  ClockSync() {
    fake.set(Function::kAllreduce, &real_allreduce);
    fake.set(Function::kComm_split, &real_comm_split);
    fake.set(Function::kComm_free, &real_comm_free);
    fake.set(Function::kComm_get_errhandler, &real_get_errhandler);
    fake.set(Function::kComm_set_errhandler, &real_set_errhandler);
    fake.set(Function::kErrhandler_free, &real_errhandler_free);
    fake.set(Function::kSend, &real_send);
    fake.set(Function::kRecv, &real_recv);
    fake.communicators[kWorld] = {.rank = 1, .members = {0, 1, 2, 3}};
    g_play = &play;
  }
  ~ClockSync() override {
    compare_clocks_before_finalize(nullptr);  // forgets the leaders
    g_play = nullptr;
  }

  // The others of the world have another clock, and of these processes this one is the first.
  void lead_a_node() {
    play.others[kWorld] = 12345;
    play.made = {{.rank = 0, .members = {1, 3}}, {.rank = 1, .members = {0, 1}}};
  }
  Lines calls_in_init() {
    play.calls.clear();
    compare_clocks_after_init(&recording.thread());
    return play.calls;
  }
  Lines calls_in_finalize() {
    play.calls.clear();
    compare_clocks_before_finalize(&recording.thread());
    return play.calls;
  }
  std::vector<tests::ReadClockSample> samples() { return recording.chunks().at(0).clock_samples; }

  tests::FreshSession session;
  tests::FakeMpi fake{kMpichAbi};
  tests::Recording recording{tests::kSmallestBuffer, kFunctionFacts.data()};
  Play play{fake};
};

TEST_F(ClockSync, AsksOnceWhereAllHaveOneClock) {
  EXPECT_EQ(calls_in_init(), (Lines{"return errors of world", "allreduce world", "restore errors of world"}));
  EXPECT_EQ(calls_in_finalize(), Lines{});
  EXPECT_TRUE(samples().empty());
  EXPECT_EQ(recording.decode().own_work.size(), 1U);
}

TEST_F(ClockSync, ComparesTheLeadersOfNodes) {
  lead_a_node();
  EXPECT_EQ(calls_in_init(), (Lines{"return errors of world", "allreduce world", "split world", "allreduce 1", "free 1",
                                    "split world", "return errors of 2", "ask 0 of 2", "restore errors of world"}));
  EXPECT_EQ(calls_in_finalize(), (Lines{"ask 0 of 2", "free 2"}));
  EXPECT_EQ(calls_in_finalize(), Lines{});
  const auto kept = samples();
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].peer_process, kParent);
  EXPECT_EQ(kept[0].peer_ticks, 30U);
  EXPECT_LE(kept[0].ticks_before, kept[0].ticks_after);
  EXPECT_LE(kept[0].ticks_after, kept[1].ticks_before);
  EXPECT_EQ(kept[0].when, 1);
  EXPECT_EQ(kept[1].when, 2);
}

TEST_F(ClockSync, IsOnRecordAsTheRecordersOwnTime) {
  lead_a_node();
  calls_in_init();
  calls_in_finalize();
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.own_work.size(), 2U);
  EXPECT_EQ(read.own_work[0].what, format::OwnWork::kClocks);
  EXPECT_EQ(read.own_work[1].what, format::OwnWork::kClocks);
  EXPECT_TRUE(read.calls.empty());
}

TEST_F(ClockSync, LeavesTheOthersOfANodeAlone) {
  lead_a_node();
  play.made[0].rank = 1;
  EXPECT_EQ(calls_in_init(), (Lines{"return errors of world", "allreduce world", "split world", "allreduce 1", "free 1",
                                    "split world", "restore errors of world"}));
  EXPECT_EQ(calls_in_finalize(), Lines{});
}

// Two nodes' numbers may begin with the same bits.
TEST_F(ClockSync, PartsNodesThatLookAlike) {
  play.others[kWorld] = 12345;
  play.others[0x8400'0001U] = 12345;
  play.made = {{.rank = 0, .members = {1, 2}}, {.rank = 0, .members = {1}}, {.rank = 1, .members = {0, 1, 2}}};
  EXPECT_EQ(calls_in_init(), (Lines{"return errors of world", "allreduce world", "split world", "allreduce 1",
                                    "split 1", "free 1", "allreduce 2", "free 2", "split world", "return errors of 3",
                                    "ask 0 of 3", "restore errors of world"}));
}

TEST_F(ClockSync, TakesPartWithoutARecord) {
  lead_a_node();
  compare_clocks_after_init(nullptr);
  EXPECT_EQ(play.calls.back(), "restore errors of world");
  play.calls.clear();
  compare_clocks_before_finalize(nullptr);
  EXPECT_EQ(play.calls, (Lines{"ask 0 of 2", "free 2"}));
  EXPECT_TRUE(samples().empty());
}

TEST_F(ClockSync, DoesNothingForOneProcess) {
  fake.communicators[kWorld] = {.rank = 0, .members = {0}};
  EXPECT_EQ(calls_in_init(), Lines{});
  EXPECT_TRUE(recording.decode().own_work.empty());
}

TEST_F(ClockSync, DoesNothingWhereTheLauncherSaysThatThereIsOneNode) {
  const tests::Environment environment({{"MPI_LOCALNRANKS", "4"}, {"PMI_SIZE", "4"}});
  EXPECT_EQ(calls_in_init(), Lines{});
}

TEST_F(ClockSync, DoesNothingWithAnMpiThatLacksWhatItNeeds) {
  g_real[static_cast<std::size_t>(Function::kErrhandler_free)] = 0;
  EXPECT_EQ(calls_in_init(), Lines{});
  fake.set(Function::kErrhandler_free, &real_errhandler_free);
  g_abi.bitwise_and = 0;
  EXPECT_EQ(calls_in_init(), Lines{});
}

class ClockSyncSwitchedOff : public ClockSync {
 protected:
  tests::FreshSession without_clocks{{"MPITRACE_CLOCKS", "0"}};
};

TEST_F(ClockSyncSwitchedOff, DoesNothing) {
  EXPECT_EQ(calls_in_init(), Lines{});
}

}  // namespace
}  // namespace mpitrace::mpi
