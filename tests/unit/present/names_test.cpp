// SPDX-License-Identifier: BSD-3-Clause
#include "present/names.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

using model::Group;
using model::Kind;

TEST(Category, FollowsTheGroup) {
  EXPECT_EQ(category({"MPI_Send", Group::kPointToPoint, Kind::kSend}), "mpi.p2p");
  EXPECT_EQ(category({"MPI_Wait", Group::kPointToPoint, Kind::kComplete}), "mpi.wait");
  EXPECT_EQ(category({"MPI_Bcast", Group::kCollective, Kind::kCollective}), "mpi.coll");
  EXPECT_EQ(category({"MPI_Put", Group::kRma, Kind::kPlain}), "mpi.rma");
  EXPECT_EQ(category({"MPI_File_open", Group::kIo, Kind::kPlain}), "mpi.io");
  EXPECT_EQ(category({"MPI_Comm_dup", Group::kCommunicator, Kind::kCommunicatorNew}), "mpi.comm");
  EXPECT_EQ(category({"MPI_Comm_rank", Group::kLocal, Kind::kPlain}), "mpi.local");
  EXPECT_EQ(category({"MPI_Init", Group::kLifeCycle, Kind::kInit}), "mpi.life");
  EXPECT_EQ(category({"unknown", Group::kUnknown, Kind::kPlain}), "mpi");
}

TEST(SpecialRank, NamesWhatIsNoRank) {
  EXPECT_EQ(special_rank(model::kAnySource), "any");
  EXPECT_EQ(special_rank(model::kProcNull), "none");
  EXPECT_EQ(special_rank(model::kRootOfInter), "root");
  EXPECT_EQ(special_rank(-9), "unknown");
}

TEST(DamageText, SaysWhereAndHowMuch) {
  EXPECT_EQ(damage_text({"profile_0.out", 100, 130, "a chunk whose checksum is wrong"}),
            "profile_0.out: a chunk whose checksum is wrong at byte 100 (30 bytes are not used)");
}

TEST(DamageText, SaysOnlyWhatWhereNoBytesAreLost) {
  EXPECT_EQ(damage_text({"profile_0.out", 0, 0, "is empty (why)"}), "profile_0.out: is empty (why)");
}

TEST(HasRoot, KnowsTheCollectivesThatHaveOne) {
  for (const char* name : {"MPI_Bcast", "MPI_Ibcast", "MPI_Reduce", "MPI_Ireduce", "MPI_Gather", "MPI_Gatherv",
                           "MPI_Scatter", "MPI_Iscatterv", "MPI_Reduce_init"})
    EXPECT_TRUE(has_root(name)) << name;
  for (const char* name : {"MPI_Allreduce", "MPI_Iallreduce", "MPI_Allgatherv", "MPI_Reduce_scatter",
                           "MPI_Ireduce_scatter_block", "MPI_Barrier", "MPI_Alltoall", "MPI_Scan"})
    EXPECT_FALSE(has_root(name)) << name;
}

using model::is_collective_on_parent;

TEST(IsCollectiveOnParent, IsFalseWhereOnlyAGroupTakesPart) {
  for (const char* name : {"MPI_Comm_create", "MPI_Comm_dup", "MPI_Comm_split", "MPI_Intercomm_create",
                           "MPI_Comm_spawn", "MPI_Cart_create"})
    EXPECT_TRUE(is_collective_on_parent(name)) << name;
  for (const char* name : {"MPI_Comm_create_group", "MPI_Comm_create_from_group", "MPI_Intercomm_create_from_groups",
                           "MPI_Comm_get_parent", "MPI_Comm_join"})
    EXPECT_FALSE(is_collective_on_parent(name)) << name;
}

TEST(ProcessName, HasZerosSoThatNamesSortAsRanksDo) {
  model::Process process;
  process.rank = {7};
  process.host = "node3";
  EXPECT_EQ(process_name(process, 8), "rank 0007 node3");
  EXPECT_EQ(process_name(process, 123'456), "rank 000007 node3");
  process.world = 1;
  EXPECT_EQ(process_name(process, 8), "world 2 rank 0007 node3");
  process.rank = {-1};
  process.world = 0;
  EXPECT_EQ(process_name(process, 8), "rank ???? node3");
}

TEST(CommunicatorName, IsUnknownWhereTheProcessHasNone) {
  model::Communicators communicators;
  communicators.all.emplace_back().name = "halo";
  communicators.views.resize(1);
  communicators.views[0].add(3, {0, false});
  EXPECT_EQ(communicator_name(communicators, 0, 3), "halo");
  EXPECT_EQ(communicator_name(communicators, 0, 4), "unknown");
}

}  // namespace
}  // namespace mpitrace::present
