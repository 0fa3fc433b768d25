// SPDX-License-Identifier: BSD-3-Clause
#include "merge/communicators.h"

#include <gtest/gtest.h>

namespace mpitrace::merge {
namespace {

using model::LocalCommunicator;
using model::Origin;

LocalCommunicator local(std::uint32_t id, Origin origin, std::uint32_t parent, std::uint64_t sequence,
                        std::int32_t leader, std::int32_t rank, std::uint32_t size) {
  LocalCommunicator made;
  made.id = id;
  made.origin = origin;
  made.parent = parent;
  made.parent_sequence = sequence;
  made.leader = leader;
  made.rank = rank;
  made.size = size;
  return made;
}

// Ranks 0, 1, ... of one world.
model::Run world_of(std::int32_t ranks) {
  model::Run run;
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    model::Process& process = run.processes.emplace_back();
    process.rank = {rank};
    process.communicators[1] = local(1, Origin::kWorld, 0, 0, 0, rank, static_cast<std::uint32_t>(ranks));
  }
  return run;
}

TEST(UniteCommunicators, FindsTheMembersOfASplitWhateverTheirOwnNumbers) {
  model::Run run = world_of(4);
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const auto id = static_cast<std::uint32_t>(10 + rank);
    run.processes[static_cast<std::size_t>(rank)].communicators[id] =
        local(id, Origin::kParentCollective, 1, 5, rank % 2, rank / 2, 2);
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.all.size(), 3U);
  EXPECT_EQ(united.peer(0, 10, 1), 2);
  EXPECT_EQ(united.peer(3, 13, 0), 1);
  EXPECT_EQ(united.peer(3, 1, 2), 2);
  EXPECT_EQ(united.all[united.views[0].find(10)->communicator].name, "comm 1");
  EXPECT_EQ(united.all[united.views[0].find(1)->communicator].name, "world");
}

TEST(UniteCommunicators, TellsRepeatedGroupCommunicatorsApart) {
  model::Run run = world_of(2);
  for (model::Process& process : run.processes) {
    for (const std::uint32_t id : {5U, 6U}) {
      LocalCommunicator made = local(id, Origin::kGroup, 1, 0, 0, process.rank.value, 2);
      made.members_hash = 77;
      process.communicators[id] = made;
    }
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_NE(united.views[0].find(5)->communicator, united.views[0].find(6)->communicator);
  EXPECT_EQ(united.views[0].find(6)->communicator, united.views[1].find(6)->communicator);
}

TEST(UniteCommunicators, JoinsTheTwoSidesOfAnIntercommunicator) {
  model::Run run = world_of(4);
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    auto& communicators = run.processes[static_cast<std::size_t>(rank)].communicators;
    communicators[2] = local(2, Origin::kParentCollective, 1, 0, rank % 2, rank / 2, 2);
    communicators[3] = local(3, Origin::kIntercomm, 2, 0, rank % 2, rank / 2, 2);
    communicators[3].remote_size = 2;
    communicators[3].tag = 9;
    communicators[4] = local(4, Origin::kParentCollective, 3, 0, 0, rank % 2 * 2 + rank / 2, 4);  // merged again
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.peer(0, 3, 1), 3);
  EXPECT_EQ(united.peer(1, 3, 1), 2);
  EXPECT_EQ(united.views[0].find(4)->communicator, united.views[3].find(4)->communicator);
  EXPECT_EQ(united.peer(0, 4, 3), 3);
}

TEST(UniteCommunicators, JoinsSeveralIntercommunicatorsOfTheSameTwoGroups) {
  model::Run run = world_of(4);
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    auto& communicators = run.processes[static_cast<std::size_t>(rank)].communicators;
    for (const std::uint32_t split : {2U, 3U}) {
      // First odd and even ranks, then the lower and the upper half.
      const std::int32_t side = split == 2 ? rank % 2 : rank / 2;
      const std::int32_t leader = split == 2 ? side : 2 * side;
      const std::int32_t place = split == 2 ? rank / 2 : rank % 2;
      communicators[split] = local(split, Origin::kParentCollective, 1, split, leader, place, 2);
      for (const std::uint32_t nth : {0U, 1U}) {
        const std::uint32_t id = 10 * split + nth;
        communicators[id] = local(id, Origin::kIntercomm, split, nth, leader, place, 2);
        communicators[id].remote_size = 2;
      }
    }
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.all.size(), 9U);  // the world, four halves, four intercommunicators
  EXPECT_EQ(united.views[0].find(21)->communicator, united.views[1].find(21)->communicator);
  EXPECT_NE(united.views[0].find(20)->communicator, united.views[1].find(21)->communicator);
  EXPECT_EQ(united.peer(0, 30, 1), 3);
}

TEST(UniteCommunicators, KeepsSpawnedWorldsApart) {
  model::Run run = world_of(2);
  model::Process spawned = run.processes[0];
  spawned.world = 1;
  run.processes.push_back(spawned);
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.all.size(), 2U);
  EXPECT_EQ(united.all[1].name, "world 2");
  EXPECT_EQ(united.peer(0, 1, 1), 1);
  EXPECT_EQ(united.peer(2, 1, 0), 2);
}

// A parent world and `worlds` that it spawned one after the other, each of two ranks.
model::Run spawned_worlds(std::uint32_t worlds) {
  model::Run run = world_of(2);
  for (std::uint32_t world = 0; world < worlds; ++world) {
    for (std::int32_t rank = 0; rank < 2; ++rank) {
      run.processes[static_cast<std::size_t>(rank)].communicators[10 + world] =
          local(10 + world, Origin::kOtherWorld, 1, world, 0, rank, 2);
      run.processes[static_cast<std::size_t>(rank)].communicators[10 + world].remote_size = 2;
      model::Process& child = run.processes.emplace_back();
      child.rank = {rank};
      child.world = world + 1;
      child.communicators[1] = local(1, Origin::kWorld, 0, 0, 0, rank, 2);
      child.communicators[10] = local(10, Origin::kOtherWorld, 0, 0, 0, rank, 2);
      child.communicators[10].remote_size = 2;
    }
  }
  return run;
}

TEST(UniteCommunicators, FollowsSpawnedWorldsIntoWhatTheyMakeWithTheirParents) {
  model::Run run = spawned_worlds(1);
  for (std::size_t i = 0; i < 4; ++i) {
    auto& communicators = run.processes[i].communicators;
    const auto rank = static_cast<std::int32_t>(i);
    const std::int32_t leader = i < 2 ? 0 : -1;                                        // of the parents' world
    communicators[20] = local(20, Origin::kParentCollective, 10, 0, leader, rank, 4);  // MPI_Intercomm_merge
    communicators[21] = local(21, Origin::kParentCollective, 20, 0, leader, rank, 4);  // MPI_Comm_dup
    communicators[22] = local(22, Origin::kParentCollective, 20, 1,
                              i % 2 == 0 && i < 2 ? 0
                              : i < 2             ? 1
                                                  : -1,
                              rank / 2, 2);
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.peer(0, 10, 1), 3);
  EXPECT_EQ(united.peer(2, 10, 0), 0);
  for (const std::int64_t id : {20, 21}) {
    for (std::int32_t rank = 0; rank < 4; ++rank) EXPECT_EQ(united.peer(3, id, rank), rank);
  }
  // Who is with whom in the halves no record tells: a leader of another world has no number there.
  EXPECT_NE(united.views[2].find(22)->communicator, united.views[3].find(22)->communicator);
}

TEST(UniteCommunicators, TakesTheSpawnsOfOneParentInOrder) {
  const model::Communicators united = unite_communicators(spawned_worlds(3));
  for (std::int32_t world = 0; world < 3; ++world) {
    EXPECT_EQ(united.peer(0, 10 + world, 1), 3 + 2 * world);
    EXPECT_EQ(united.peer(static_cast<std::size_t>(2 + 2 * world), 10, 1), 1);
  }
}

// What MPI_Comm_create_from_group made, of a hash of its tag and its members.
LocalCommunicator from_group(std::uint32_t id, std::int32_t tag, std::uint64_t members, std::int32_t rank) {
  LocalCommunicator made = local(id, Origin::kGroup, 0, 0, -1, rank, 2);
  made.tag = tag;
  made.members_hash = members;
  return made;
}

TEST(UniteCommunicators, JoinsWhatSessionsMakeOfGroups) {
  model::Run run;
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    model::Process& process = run.processes.emplace_back();
    process.rank = {rank};
    const auto half = static_cast<std::uint64_t>(rank / 2);
    process.communicators[1] = from_group(1, 7, half, rank % 2);
    process.communicators[2] = from_group(2, 7, half, rank % 2);
    process.communicators[3] = from_group(3, 8, half, rank % 2);
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.all.size(), 6U);
  for (const std::int64_t id : {1, 2, 3}) {
    EXPECT_EQ(united.peer(0, id, 1), 1);
    EXPECT_EQ(united.peer(3, id, 0), 2);
  }
}

// Without their world groups of as many members look alike.
TEST(UniteCommunicators, PartsWhatHasTwoOfARank) {
  model::Run run;
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    model::Process& process = run.processes.emplace_back();
    process.rank = {rank};
    process.communicators[1] = from_group(1, 7, 0, rank % 2);
  }
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.all.size(), 4U);
  EXPECT_EQ(united.peer(0, 1, 1), model::kNoProcess);
  EXPECT_EQ(united.peer(3, 1, 1), 3);
}

TEST(UniteCommunicators, DoesNotJoinWhatHasNoKnownParent) {
  model::Run run = world_of(2);
  for (model::Process& process : run.processes)
    process.communicators[8] = local(8, Origin::kParentCollective, 7, 0, 0, process.rank.value, 2);
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.peer(0, 8, 1), model::kNoProcess);
}

TEST(UniteCommunicators, EndsOnParentsThatGoInACircle) {
  model::Run run = world_of(1);
  run.processes[0].communicators[5] = local(5, Origin::kParentCollective, 6, 0, 0, 0, 1);
  run.processes[0].communicators[6] = local(6, Origin::kParentCollective, 5, 0, 0, 0, 1);
  const model::Communicators united = unite_communicators(run);
  EXPECT_EQ(united.peer(0, 5, 0), model::kNoProcess);
}

}  // namespace
}  // namespace mpitrace::merge
