// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/collective_bytes.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "mpi/topology.h"
#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

// Datatypes of 4 and of 8 bytes. Asking about any other ends the test: an argument without meaning at a rank may hold
// anything.
constexpr Word kFour = 0x104;
constexpr Word kEight = 0x108;
constexpr Word kGarbage = 0xdead;

constexpr int kMpiRoot = kOpenMpiAbi.root;
constexpr int kProcNull = kOpenMpiAbi.proc_null;

// Counts for each of four ranks, in both widths, and types for them.
constexpr std::int32_t kCounts[] = {1, 2, 3, 4};
constexpr std::int32_t kSomeCounts[] = {1, 0, 2, 0};
constexpr std::int64_t kLargeCounts[] = {1'000'000'000, 2'000'000'000, 3'000'000'000, 4'000'000'000};
constexpr Word kTypes[] = {kFour, kEight, kGarbage, kEight};
constexpr std::int32_t kTypedCounts[] = {1, 1, 0, 2};

template <class Item>
Word address(const Item* items) {
  return reinterpret_cast<Word>(items);
}

const Communicator kIntra{.id = 1, .rank = 1, .size = 4, .remote_size = 0, .leader = 0, .sequence = 0};
const Communicator kInter{.id = 2, .rank = 1, .size = 2, .remote_size = 3, .leader = 0, .sequence = 0};

struct Case {
  std::string name;
  Shape shape;
  CollectiveArguments arguments;
  const Communicator* communicator;
  std::int64_t sent;
  std::int64_t recv;
};
void PrintTo(const Case& tested, std::ostream* out) {
  *out << tested.name;
}

// One count and type, as in Bcast and Reduce.
CollectiveArguments one(std::int64_t count, int root = 0) {
  return {.root = root, .send_count = count, .recv_count = count, .send_type = kFour, .recv_type = kFour};
}
// Two counts and types, as in Gather.
CollectiveArguments two(std::int64_t send_count, std::int64_t recv_count, int root = 0) {
  return {.root = root, .send_count = send_count, .recv_count = recv_count, .send_type = kFour, .recv_type = kFour};
}
CollectiveArguments only_send(std::int64_t count, int root) {
  return {.root = root, .send_count = count, .recv_count = -1, .send_type = kFour, .recv_type = kGarbage};
}
CollectiveArguments only_recv(std::int64_t count, int root) {
  return {.root = root, .send_count = -1, .recv_count = count, .send_type = kGarbage, .recv_type = kFour};
}
CollectiveArguments send_in_place(CollectiveArguments arguments) {
  arguments.send_in_place = true;
  arguments.send_count = -1;
  arguments.send_type = kGarbage;
  arguments.send_counts = arguments.send_types = 0;
  return arguments;
}
CollectiveArguments recv_in_place(CollectiveArguments arguments) {
  arguments.recv_in_place = true;
  arguments.recv_count = -1;
  arguments.recv_type = kGarbage;
  return arguments;
}
// A block to send, and counts to receive, as in Gatherv and Allgatherv.
CollectiveArguments block_and_counts(std::int64_t send_count, const std::int32_t* recv_counts, int root = 0) {
  return {.root = root,
          .send_count = send_count,
          .send_type = kFour,
          .recv_type = kFour,
          .recv_counts = address(recv_counts)};
}
CollectiveArguments counts_and_block(const std::int32_t* send_counts, std::int64_t recv_count, int root) {
  return {.root = root,
          .recv_count = recv_count,
          .send_type = kFour,
          .recv_type = kFour,
          .send_counts = address(send_counts)};
}
CollectiveArguments counts(const std::int32_t* send_counts, const std::int32_t* recv_counts) {
  return {
      .send_type = kFour, .recv_type = kFour, .send_counts = address(send_counts), .recv_counts = address(recv_counts)};
}
CollectiveArguments typed(const std::int32_t* send_counts, const std::int32_t* recv_counts) {
  return {.send_counts = address(send_counts),
          .recv_counts = address(recv_counts),
          .send_types = address(kTypes),
          .recv_types = address(kTypes)};
}
CollectiveArguments large(CollectiveArguments arguments) {
  arguments.large = true;
  return arguments;
}
CollectiveArguments large_counts() {
  return large({.send_type = kFour,
                .recv_type = kEight,
                .send_counts = address(kLargeCounts),
                .recv_counts = address(kLargeCounts)});
}

class CollectiveBytesOf : public testing::TestWithParam<Case> {};

TEST_P(CollectiveBytesOf, AreWhatLiesInTheBuffers) {
  tests::FakeMpi fake(kOpenMpiAbi);
  fake.type_bytes = {{kFour, 4}, {kEight, 8}};
  const CollectiveBytes bytes = collective_bytes(GetParam().shape, GetParam().arguments, *GetParam().communicator);
  EXPECT_EQ(bytes.sent, GetParam().sent);
  EXPECT_EQ(bytes.recv, GetParam().recv);
}

// Rank 1 of four.
INSTANTIATE_TEST_SUITE_P(
    Intracommunicator, CollectiveBytesOf,
    testing::Values(
        Case{"Barrier", Shape::kBarrier, {}, &kIntra, 0, 0},
        Case{"BcastAtRoot", Shape::kBcast, one(10, 1), &kIntra, 40, 0},
        Case{"BcastElsewhere", Shape::kBcast, one(10, 0), &kIntra, 0, 40},
        Case{"GatherAtRoot", Shape::kGather, two(3, 3, 1), &kIntra, 12, 48},
        Case{"GatherElsewhere", Shape::kGather, only_send(3, 0), &kIntra, 12, 0},
        Case{"GatherInPlace", Shape::kGather, send_in_place(two(0, 3, 1)), &kIntra, 12, 48},
        Case{"GathervAtRoot", Shape::kGatherv, block_and_counts(2, kCounts, 1), &kIntra, 8, 40},
        Case{"GathervElsewhere", Shape::kGatherv, only_send(2, 0), &kIntra, 8, 0},
        Case{"GathervInPlace", Shape::kGatherv, send_in_place(block_and_counts(0, kCounts, 1)), &kIntra, 8, 40},
        Case{"ScatterAtRoot", Shape::kScatter, two(3, 3, 1), &kIntra, 48, 12},
        Case{"ScatterElsewhere", Shape::kScatter, only_recv(3, 0), &kIntra, 0, 12},
        Case{"ScatterInPlace", Shape::kScatter, recv_in_place(two(3, 0, 1)), &kIntra, 48, 12},
        Case{"ScattervAtRoot", Shape::kScatterv, counts_and_block(kCounts, 2, 1), &kIntra, 40, 8},
        Case{"ScattervElsewhere", Shape::kScatterv, only_recv(2, 0), &kIntra, 0, 8},
        Case{"ScattervInPlace", Shape::kScatterv, recv_in_place(counts_and_block(kCounts, 0, 1)), &kIntra, 40, 8},
        Case{"Allgather", Shape::kAllgather, two(3, 3), &kIntra, 12, 48},
        Case{"AllgatherInPlace", Shape::kAllgather, send_in_place(two(0, 3)), &kIntra, 12, 48},
        Case{"Allgatherv", Shape::kAllgatherv, block_and_counts(2, kCounts), &kIntra, 8, 40},
        Case{"AllgathervInPlace", Shape::kAllgatherv, send_in_place(block_and_counts(0, kCounts)), &kIntra, 8, 40},
        Case{"Alltoall", Shape::kAlltoall, two(3, 3), &kIntra, 48, 48},
        Case{"AlltoallInPlace", Shape::kAlltoall, send_in_place(two(0, 3)), &kIntra, 48, 48},
        Case{"Alltoallv", Shape::kAlltoallv, counts(kSomeCounts, kCounts), &kIntra, 12, 40},
        Case{"AlltoallvInPlace", Shape::kAlltoallv, send_in_place(counts(nullptr, kCounts)), &kIntra, 40, 40},
        Case{"Alltoallw", Shape::kAlltoallw, typed(kTypedCounts, kTypedCounts), &kIntra, 28, 28},
        Case{"AlltoallwInPlace", Shape::kAlltoallw, send_in_place(typed(nullptr, kTypedCounts)), &kIntra, 28, 28},
        Case{"ReduceAtRoot", Shape::kReduce, one(10, 1), &kIntra, 40, 40},
        Case{"ReduceElsewhere", Shape::kReduce, one(10, 0), &kIntra, 40, 0},
        Case{"Allreduce", Shape::kAllreduce, one(10), &kIntra, 40, 40},
        Case{"Scan", Shape::kScan, one(10), &kIntra, 40, 40}, Case{"Exscan", Shape::kExscan, one(10), &kIntra, 40, 40},
        Case{"ReduceScatter", Shape::kReduceScatter, block_and_counts(0, kCounts), &kIntra, 40, 8},
        Case{"ReduceScatterBlock", Shape::kReduceScatterBlock, two(0, 3), &kIntra, 48, 12}),
    [](const auto& tested) { return tested.param.name; });

// A count of 0 may come with a datatype that means nothing.
INSTANTIATE_TEST_SUITE_P(
    NothingToMove, CollectiveBytesOf,
    testing::Values(Case{"Bcast", Shape::kBcast, {.send_type = kGarbage}, &kIntra, 0, 0},
                    Case{"Alltoall", Shape::kAlltoall, {.send_type = kGarbage, .recv_type = kGarbage}, &kIntra, 0, 0},
                    Case{"Allreduce", Shape::kAllreduce, {.send_type = kGarbage}, &kIntra, 0, 0},
                    Case{"ReduceScatterBlock", Shape::kReduceScatterBlock, {.recv_type = kGarbage}, &kIntra, 0, 0}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    LargeCounts, CollectiveBytesOf,
    testing::Values(
        Case{"Bcast", Shape::kBcast, large(one(3'000'000'000, 1)), &kIntra, 12'000'000'000, 0},
        Case{"Allgather", Shape::kAllgather, two(1'000'000'000, 1'000'000'000), &kIntra, 4'000'000'000, 16'000'000'000},
        Case{"Alltoallv", Shape::kAlltoallv, large_counts(), &kIntra, 40'000'000'000, 80'000'000'000},
        Case{"ReduceScatter", Shape::kReduceScatter, large_counts(), &kIntra, 80'000'000'000, 16'000'000'000}),
    [](const auto& tested) { return tested.param.name; });

// Rank 1 of two that face three.
INSTANTIATE_TEST_SUITE_P(
    Intercommunicator, CollectiveBytesOf,
    testing::Values(Case{"BcastAtRoot", Shape::kBcast, one(10, kMpiRoot), &kInter, 40, 0},
                    Case{"BcastBesideTheRoot", Shape::kBcast, one(10, kProcNull), &kInter, 0, 0},
                    Case{"BcastFromTheOthers", Shape::kBcast, one(10, 1), &kInter, 0, 40},
                    Case{"GatherAtRoot", Shape::kGather, only_recv(3, kMpiRoot), &kInter, 0, 36},
                    Case{"GatherBesideTheRoot",
                         Shape::kGather,
                         {.root = kProcNull, .send_type = kGarbage, .recv_type = kGarbage},
                         &kInter,
                         0,
                         0},
                    Case{"GatherToTheOthers", Shape::kGather, only_send(3, 1), &kInter, 12, 0},
                    Case{"GathervAtRoot", Shape::kGatherv, block_and_counts(0, kCounts, kMpiRoot), &kInter, 0, 24},
                    Case{"ScatterAtRoot", Shape::kScatter, only_send(3, kMpiRoot), &kInter, 36, 0},
                    Case{"ScatterFromTheOthers", Shape::kScatter, only_recv(3, 1), &kInter, 0, 12},
                    Case{"ScattervAtRoot", Shape::kScatterv, counts_and_block(kCounts, 0, kMpiRoot), &kInter, 24, 0},
                    Case{"ReduceAtRoot", Shape::kReduce, one(10, kMpiRoot), &kInter, 0, 40},
                    Case{"ReduceToTheOthers", Shape::kReduce, one(10, 1), &kInter, 40, 0},
                    Case{"Allgather", Shape::kAllgather, two(3, 3), &kInter, 12, 36},
                    Case{"Allgatherv", Shape::kAllgatherv, block_and_counts(2, kCounts), &kInter, 8, 24},
                    Case{"Alltoall", Shape::kAlltoall, two(3, 3), &kInter, 36, 36},
                    Case{"Alltoallv", Shape::kAlltoallv, counts(kSomeCounts, kCounts), &kInter, 12, 24},
                    Case{"Allreduce", Shape::kAllreduce, one(10), &kInter, 40, 40},
                    // MPI scatters what the others provide over this rank's own group, whose counts are the arguments.
                    Case{"ReduceScatter", Shape::kReduceScatter, block_and_counts(0, kCounts), &kInter, 12, 8},
                    Case{"ReduceScatterBlock", Shape::kReduceScatterBlock, two(0, 3), &kInter, 24, 12}),
    [](const auto& tested) { return tested.param.name; });

constexpr Word kNeighbourhood = 0x77;

struct NeighbourCase {
  std::string name;
  tests::FakeCommunicator communicator;
  Shape shape;
  CollectiveArguments arguments;
  std::int64_t sent;
  std::int64_t recv;
};
void PrintTo(const NeighbourCase& tested, std::ostream* out) {
  *out << tested.name;
}

class NeighbourBytes : public testing::TestWithParam<NeighbourCase> {};

TEST_P(NeighbourBytes, AreABlockForEachNeighbour) {
  tests::FakeMpi fake(kOpenMpiAbi);
  fake.type_bytes = {{kFour, 4}, {kEight, 8}};
  fake.communicators[kNeighbourhood] = GetParam().communicator;
  Communicator communicator = kIntra;
  communicator.neighbours = count_neighbours(kNeighbourhood);
  const CollectiveBytes bytes = collective_bytes(GetParam().shape, GetParam().arguments, communicator);
  EXPECT_EQ(bytes.sent, GetParam().sent);
  EXPECT_EQ(bytes.recv, GetParam().recv);
}

// Open MPI's numbers of topologies.
const tests::FakeCommunicator kGrid{.topology = 1, .dimensions = 2};
const tests::FakeCommunicator kGraph{.topology = 2, .degree = 3};
const tests::FakeCommunicator kDistributed{.topology = 3, .in_degree = 2, .out_degree = 1};

INSTANTIATE_TEST_SUITE_P(
    Topologies, NeighbourBytes,
    testing::Values(
        NeighbourCase{"GridAllgather", kGrid, Shape::kNeighborAllgather, two(3, 3), 12, 48},
        NeighbourCase{"GridAlltoall", kGrid, Shape::kNeighborAlltoall, two(3, 3), 48, 48},
        NeighbourCase{"GridAlltoallv", kGrid, Shape::kNeighborAlltoallv, counts(kSomeCounts, kCounts), 12, 40},
        NeighbourCase{"GridAlltoallw", kGrid, Shape::kNeighborAlltoallw, typed(kTypedCounts, kTypedCounts), 28, 28},
        NeighbourCase{"GraphAllgather", kGraph, Shape::kNeighborAllgather, two(3, 3), 12, 36},
        NeighbourCase{"GraphAllgatherv", kGraph, Shape::kNeighborAllgatherv, block_and_counts(2, kCounts), 8, 24},
        NeighbourCase{"DistributedAlltoall", kDistributed, Shape::kNeighborAlltoall, two(3, 3), 12, 24},
        NeighbourCase{"DistributedAlltoallv", kDistributed, Shape::kNeighborAlltoallv, counts(kCounts, kCounts), 4, 12},
        NeighbourCase{"DistributedAlltoallw", kDistributed, Shape::kNeighborAlltoallw,
                      typed(kTypedCounts, kTypedCounts), 4, 12},
        NeighbourCase{"NoTopology", {}, Shape::kNeighborAlltoall, two(3, 3), 0, 0}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace mpitrace::mpi
