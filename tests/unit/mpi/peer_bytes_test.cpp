// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/peer_bytes.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "unit/mpi/world_of_four.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kInt = 0x4c00'0405U;     // MPICH's, 4 bytes
constexpr Word kDouble = 0x4c00'080bU;  // 8 bytes
constexpr Word kWorld = kMpichAbi.comm_world;
constexpr Word kGraph = 0x8400'0001U;

Word real_collective(Word, Word, Word, Word, Word, Word, Word, Word, Word) {
  return 0;
}

template <class Item>
Word address(const std::vector<Item>& items) {
  return reinterpret_cast<Word>(items.data());
}

class PeerBytes : public tests::WorldOfFour {
 protected:
  PeerBytes() {
    fake.communicators[kGraph] = {
        .rank = 1, .members = {0, 1, 2, 3}, .topology = 3, .in_degree = 1, .out_degree = 2, .out = {3, 0}, .in = {2}};
    fake.set(Function::kAlltoallv, &real_collective);
    fake.set(Function::kAlltoallw, &real_collective);
    fake.set(Function::kScatterv, &real_collective);
    fake.set(Function::kNeighbor_alltoallv, &real_collective);
  }

  static void alltoallv(const std::vector<int>& counts, Word send_buffer = 0x1000) {
    const std::vector<int> zeros(counts.size());
    wrappers::Alltoallv::call(send_buffer, address(counts), address(zeros), kInt, 0x2000, address(counts),
                              address(zeros), kDouble, kWorld);
  }
  void in_a_world_of(std::size_t ranks) {
    take_communicator(kWorld);
    fake.communicators[kWorld].members.resize(ranks);
    std::iota(fake.communicators[kWorld].members.begin(), fake.communicators[kWorld].members.end(), 0);
    add_communicator(recording.thread(), kWorld, {.origin = Origin::kWorld});
  }

  using Row = std::vector<std::uint64_t>;
  std::vector<Row> rows() {
    std::vector<Row> rows;
    for (const tests::DecodedCall& call : recording.decode().calls) rows.push_back(call.peer_bytes);
    return rows;
  }
};

TEST_F(PeerBytes, AreTheCountsTimesTheType) {
  alltoallv({1, 0, 0, 7});
  EXPECT_EQ(rows(), (std::vector<Row>{{4, 0, 0, 28}}));
}

TEST_F(PeerBytes, AreWhatIsReceivedWhereTheCallIsInPlace) {
  alltoallv({1, 2, 3, 4}, g_abi.in_place);
  EXPECT_EQ(rows(), (std::vector<Row>{{8, 16, 24, 32}}));
}

TEST_F(PeerBytes, OfTheSameCallSiteAreWrittenWhenTheyChange) {
  for (const int last : {7, 7, 7, 8, 7}) alltoallv({1, 0, 0, last});
  EXPECT_EQ(rows(), (std::vector<Row>{{4, 0, 0, 28}, {4, 0, 0, 28}, {4, 0, 0, 28}, {4, 0, 0, 32}, {4, 0, 0, 28}}));
  EXPECT_EQ(recording.decode().controls.size(), 3U);
}

TEST_F(PeerBytes, HaveATypeEachInAnAlltoallw) {
  const std::vector<int> counts{1, 2, 0, 3};
  const std::vector<std::uint32_t> types{0x4c00'0405U, 0x4c00'080bU, 0xdeadU, 0x4c00'080bU};
  wrappers::Alltoallw::call(0x1000, address(counts), address(counts), address(types), 0x2000, address(counts),
                            address(counts), address(types), kWorld);
  EXPECT_EQ(rows(), (std::vector<Row>{{4, 16, 0, 24}}));
}

TEST_F(PeerBytes, OfAScattervAreTheRootsAlone) {
  const std::vector<int> counts{1, 2, 3, 4};
  wrappers::Scatterv::call(0x1000, address(counts), address(counts), kInt, 0x2000, 2, kInt, 1, kWorld);
  wrappers::Scatterv::call(0x1000, 0, 0, kInt, 0x2000, 1, kInt, 0, kWorld);
  EXPECT_EQ(rows(), (std::vector<Row>{{4, 8, 12, 16}, {}}));
}

TEST_F(PeerBytes, OfANeighbourhoodAreThoseOfTheNeighbours) {
  add_communicator(recording.thread(), kGraph, {.origin = Origin::kParentCollective});
  const std::vector<int> counts{5, 6};
  wrappers::Neighbor_alltoallv::call(0x1000, address(counts), address(counts), kInt, 0x2000, address(counts),
                                     address(counts), kInt, kGraph);
  EXPECT_EQ(rows(), (std::vector<Row>{{20, 24}}));
}

// At the edge of a grid that does not wrap around there is nobody.
TEST_F(PeerBytes, AreNoneForANeighbourThatIsNotThere) {
  fake.communicators[kGraph] = {
      .rank = 0, .members = {0, 1, 2, 3}, .topology = 2, .dimensions = 1, .sizes = {4}, .periodic = {0}};
  add_communicator(recording.thread(), kGraph, {.origin = Origin::kParentCollective});
  const std::vector<int> counts{5, 6};
  wrappers::Neighbor_alltoallv::call(0x1000, address(counts), address(counts), kInt, 0x2000, address(counts),
                                     address(counts), kInt, kGraph);
  EXPECT_EQ(rows(), (std::vector<Row>{{0, 24}}));
  EXPECT_EQ(calls().at(0).value(Field::kSentBytes), 24);
  EXPECT_EQ(calls().at(0).value(Field::kRecvBytes), 24);
}

TEST_F(PeerBytes, StandInEachChunkThatNeedsThem) {
  for (int i = 0; i < 3; ++i) {
    alltoallv({1, 2, 3, 4});
    recording.chunks();
  }
  EXPECT_EQ(rows(), (std::vector<Row>{{4, 8, 12, 16}, {4, 8, 12, 16}, {4, 8, 12, 16}}));
}

// A row of its own for each of many ranks takes more than the reserve of a chunk: the chunk is closed first.
TEST_F(PeerBytes, OfManyRanksOpenANewChunkWhereTheyNeedOne) {
  constexpr std::size_t kRanks = 20'000;
  in_a_world_of(kRanks);
  std::vector<int> counts(kRanks);
  std::iota(counts.begin(), counts.end(), 100'000);
  for (int i = 0; i < 3; ++i) {
    ++counts[17];
    alltoallv(counts);
  }
  const auto found = rows();
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(found[i].size(), kRanks);
    EXPECT_EQ(found[i][17], 4 * (100'018 + i));
    EXPECT_EQ(found[i].back(), 4 * (100'000 + kRanks - 1));
  }
}

// The time that it takes to close the chunk is not the call's, nor taken from it.
TEST_F(PeerBytes, ThatOpenANewChunkLeaveTheCallItsTime) {
  constexpr std::size_t kRanks = 20'000;
  in_a_world_of(kRanks);
  static std::uint64_t spent_ticks;
  fake.set(
      Function::kAlltoallv, +[](Word, Word, Word, Word, Word, Word, Word, Word, Word) -> Word {
        const std::uint64_t start_ticks = record::now_ticks();
        while (record::now_ticks() - start_ticks < 1'000'000) {
        }
        spent_ticks = record::now_ticks() - start_ticks;
        return 0;
      });
  std::vector<int> counts(kRanks);
  std::iota(counts.begin(), counts.end(), 100'000);
  static tests::Recording* recorder;
  recorder = &recording;
  record::g_flush = [](record::Thread& thread) noexcept {
    recorder->chunks();
    thread.slot->end_ticks = record::now_ticks();  // as of the record that a flush leaves of itself
  };
  std::vector<std::uint64_t> spent;
  for (int i = 0; i < 3; ++i) {
    ++counts[17];
    alltoallv(counts);
    spent.push_back(spent_ticks);
  }
  const auto read = calls();
  ASSERT_EQ(read.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GE(read[i].end_ticks - read[i].start_ticks, spent[i]);
}

TEST_F(PeerBytes, ThatNoChunkHoldsAreLeftOutAndTheCallIsKept) {
  constexpr std::size_t kRanks = 60'000;
  in_a_world_of(kRanks);
  std::vector<int> counts(kRanks);
  std::iota(counts.begin(), counts.end(), 100'000'000);
  alltoallv(counts);
  EXPECT_EQ(rows(), (std::vector<Row>{{}}));
}

TEST_F(PeerBytes, AreNotWrittenWhilePaused) {
  recording.thread().paused = true;
  record::want_pause(record::Pause::kByProgram, true);
  alltoallv({1, 2, 3, 4});
  record::want_pause(record::Pause::kByProgram, false);
  EXPECT_EQ(recording.slot().polls.contexts, 0U);
}

}  // namespace
}  // namespace mpitrace::mpi
