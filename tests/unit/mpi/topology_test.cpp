// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/topology.h"

#include <gtest/gtest.h>

#include <vector>

#include "unit/mpi/fake_mpi.h"
#include "unit/record/recording.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kMade = 0x8400'0001U;

class Topologies : public testing::Test {
 protected:
  Topologies() {
    fake.communicators[kMpichAbi.comm_world] = {.rank = 1, .members = {0, 1, 2, 3}};
    fake.communicators[kMpichAbi.comm_self] = {.rank = 0, .members = {1}};
    add_predefined_communicators(recording.thread());
  }
  ~Topologies() override {
    for (const auto& [handle, facts] : fake.communicators) take_communicator(handle);
  }

  std::vector<tests::ReadTopology> topologies_of(const tests::FakeCommunicator& communicator) {
    fake.communicators[kMade] = communicator;
    id = add_communicator(recording.thread(), kMade, {.origin = Origin::kParentCollective});
    return recording.chunks().at(0).topologies;
  }

  tests::FakeMpi fake{kMpichAbi};
  tests::Recording recording;
  std::uint32_t id = 0;
};

using Ranks = std::vector<std::uint32_t>;

TEST_F(Topologies, OfPlainCommunicatorsAreNone) {
  EXPECT_TRUE(topologies_of({.rank = 1, .members = {0, 1, 2, 3}}).empty());
}

TEST_F(Topologies, OfGridsAreTheirDimensions) {
  const auto defined = topologies_of(
      {.rank = 1, .members = {0, 1, 2, 3}, .topology = 2, .dimensions = 2, .sizes = {2, 2}, .periodic = {0, 1}});
  ASSERT_EQ(defined.size(), 1U);
  EXPECT_EQ(defined[0].communicator, id);
  EXPECT_EQ(defined[0].kind, static_cast<int>(Topology::kCart));
  EXPECT_EQ(defined[0].out_count, 4U);
  EXPECT_EQ(defined[0].in_count, 4U);
  EXPECT_EQ(defined[0].dimensions, (Ranks{2, 2}));
  EXPECT_EQ(defined[0].periodic, (Ranks{0, 1}));
  EXPECT_TRUE(defined[0].out.empty());
}

TEST_F(Topologies, OfGraphsAreTheirNeighbours) {
  const auto defined =
      topologies_of({.rank = 1, .members = {0, 1, 2, 3}, .topology = 1, .degree = 3, .out = {0, 3, 2}});
  ASSERT_EQ(defined.size(), 1U);
  EXPECT_EQ(defined[0].kind, static_cast<int>(Topology::kGraph));
  EXPECT_EQ(defined[0].out, (Ranks{0, 3, 2}));
  EXPECT_EQ(defined[0].in_count, 3U);
}

TEST_F(Topologies, OfDistributedGraphsTellBothDirections) {
  const auto defined = topologies_of(
      {.rank = 1, .members = {0, 1, 2, 3}, .topology = 3, .in_degree = 1, .out_degree = 2, .out = {3, 0}, .in = {2}});
  ASSERT_EQ(defined.size(), 1U);
  EXPECT_EQ(defined[0].kind, static_cast<int>(Topology::kDistGraph));
  EXPECT_EQ(defined[0].out, (Ranks{3, 0}));
  EXPECT_EQ(defined[0].in, (Ranks{2}));
}

TEST_F(Topologies, WithMoreNeighboursThanAChunkHoldsStillCountThem) {
  constexpr int kMany = 10'000;
  const auto defined = topologies_of({.rank = 1,
                                      .members = {0, 1, 2, 3},
                                      .topology = 3,
                                      .in_degree = kMany,
                                      .out_degree = kMany,
                                      .out = std::vector<int>(kMany, 3),
                                      .in = std::vector<int>(kMany, 2)});
  ASSERT_EQ(defined.size(), 1U);
  EXPECT_EQ(defined[0].out_count, 10'000U);
  EXPECT_EQ(defined[0].in_count, 10'000U);
  EXPECT_EQ(defined[0].out.size(), 2048U);
  EXPECT_EQ(defined[0].in.size(), 2048U);
}

struct Numbering {
  const Abi* abi;
  int cart;
  int graph;
  int dist_graph;
};

// As the mpi.h of each says.
TEST(TopologyOf, ReadsEachLibrarysNumbers) {
  for (const Numbering& numbers :
       {Numbering{&kOpenMpiAbi, 1, 2, 3}, Numbering{&kMpichAbi, 2, 1, 3}, Numbering{&kStandardAbi, 211, 212, 213}}) {
    tests::FakeMpi fake(*numbers.abi);
    fake.communicators[kMade] = {.topology = numbers.cart};
    EXPECT_EQ(topology_of(kMade), Topology::kCart);
    fake.communicators[kMade] = {.topology = numbers.graph};
    EXPECT_EQ(topology_of(kMade), Topology::kGraph);
    fake.communicators[kMade] = {.topology = numbers.dist_graph};
    EXPECT_EQ(topology_of(kMade), Topology::kDistGraph);
    fake.communicators[kMade] = {.topology = kUndefined};
    EXPECT_EQ(topology_of(kMade), Topology::kNone);
  }
}

}  // namespace
}  // namespace mpitrace::mpi
