// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/communicators.h"

#include <gtest/gtest.h>

#include <string>

#include "mpi/guarded.h"
#include "unit/mpi/fake_mpi.h"
#include "unit/record/recording.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kPair = 0x8400'0001U;
constexpr Word kInter = 0x8400'0002U;
constexpr Word kOther = 0x8400'0003U;

// Rank 2 of a world of four; a pair of ranks 3 and 2 in that order; an intercommunicator from there to a group of five.
class Communicators : public testing::Test {
 protected:
  Communicators() {
    fake.communicators[kMpichAbi.comm_world] = {.rank = 2, .members = {0, 1, 2, 3}};
    fake.communicators[kMpichAbi.comm_self] = {.rank = 0, .members = {2}};
    fake.communicators[kPair] = {.rank = 1, .members = {3, 2}};
    fake.communicators[kInter] = {.rank = 1, .members = {3, 2}, .remote_size = 5};
    fake.communicators[kOther] = {.rank = 0, .members = {17, 2}};
    add_predefined_communicators(recording.thread());
  }
  ~Communicators() override {
    for (const auto& [handle, facts] : fake.communicators) take_communicator(handle);
  }

  tests::ReadCommunicator last_defined() { return recording.chunks().at(0).communicators.back(); }

  tests::FakeMpi fake{kMpichAbi};
  tests::Recording recording;
};

TEST_F(Communicators, OfThePredefinedKindAreDefinedAtOnce) {
  const auto& defined = recording.chunks().at(0).communicators;
  ASSERT_EQ(defined.size(), 2U);
  EXPECT_EQ(defined[0].origin, static_cast<int>(Origin::kWorld));
  EXPECT_EQ(defined[0].rank, 2);
  EXPECT_EQ(defined[0].size, 4U);
  EXPECT_EQ(defined[0].leader, 0);
  EXPECT_EQ(defined[1].origin, static_cast<int>(Origin::kSelf));
  EXPECT_EQ(defined[1].leader, 2);
  EXPECT_EQ(defined[1].size, 1U);
}

TEST_F(Communicators, AreDefinedByWhatMpiSaysOfThem) {
  const std::uint32_t id = add_communicator(recording.thread(), kPair,
                                            {.origin = Origin::kParentCollective, .parent = 1, .parent_sequence = 7});
  const tests::ReadCommunicator defined = last_defined();
  EXPECT_EQ(defined.id, id);
  EXPECT_EQ(defined.origin, static_cast<int>(Origin::kParentCollective));
  EXPECT_EQ(defined.parent, 1U);
  EXPECT_EQ(defined.parent_sequence, 7U);
  EXPECT_EQ(defined.leader, 3);
  EXPECT_EQ(defined.rank, 1);
  EXPECT_EQ(defined.size, 2U);
  EXPECT_EQ(defined.remote_size, 0U);
}

TEST_F(Communicators, BetweenTwoGroupsHaveARemoteSize) {
  add_communicator(recording.thread(), kInter, {.origin = Origin::kIntercomm, .parent = 1, .tag = -3});
  const tests::ReadCommunicator defined = last_defined();
  EXPECT_EQ(defined.remote_size, 5U);
  EXPECT_EQ(defined.size, 2U);
  EXPECT_EQ(defined.tag, -3);
}

TEST_F(Communicators, WhoseLeaderIsOfAnotherWorldSaySo) {
  add_communicator(recording.thread(), kOther, {.origin = Origin::kOtherWorld});
  EXPECT_EQ(last_defined().leader, -1);
}

TEST_F(Communicators, AreDefinedWhenTheyAreMetUnknown) {
  const Communicator* found = find_communicator(recording.thread(), kPair);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(last_defined().id, found->id);
  EXPECT_EQ(last_defined().origin, static_cast<int>(Origin::kFound));
}

TEST_F(Communicators, AreFoundAgain) {
  const Communicator* found = find_communicator(recording.thread(), kPair);
  const Communicator* world = find_communicator(recording.thread(), kMpichAbi.comm_world);
  EXPECT_NE(found, world);
  EXPECT_EQ(find_communicator(recording.thread(), kPair), found);
  EXPECT_EQ(recording.chunks().at(0).communicators.size(), 3U);
}

TEST_F(Communicators, AreNoneForANullHandle) {
  EXPECT_EQ(find_communicator(recording.thread(), kMpichAbi.comm_null), &g_no_communicator);
  EXPECT_EQ(find_communicator(recording.thread(), 0), &g_no_communicator);
  EXPECT_EQ(add_communicator(recording.thread(), kMpichAbi.comm_null, {.origin = Origin::kParentCollective}), 0U);
  EXPECT_EQ(take_communicator(kMpichAbi.comm_null).id, 0U);
}

TEST_F(Communicators, AreOthersWhenTheirHandleComesAgainAfterTheyWereFreed) {
  const std::uint32_t id = add_communicator(recording.thread(), kPair, {.origin = Origin::kParentCollective});
  next_sequence(*find_communicator(recording.thread(), kPair));
  EXPECT_EQ(take_communicator(kPair).id, id);
  EXPECT_EQ(take_communicator(kPair).id, 0U);
  add_communicator(recording.thread(), kPair, {.origin = Origin::kParentCollective});
  Communicator* fresh = find_communicator(recording.thread(), kPair);
  EXPECT_NE(fresh->id, id);
  EXPECT_EQ(next_sequence(*fresh), 0U);
}

TEST_F(Communicators, CountTheirCollectives) {
  Communicator& pair = *find_communicator(recording.thread(), kPair);
  Communicator& world = *find_communicator(recording.thread(), kMpichAbi.comm_world);
  EXPECT_EQ(next_sequence(pair), 0U);
  EXPECT_EQ(next_sequence(world), 0U);
  EXPECT_EQ(next_sequence(pair), 1U);
  g_many_threads = true;
  EXPECT_EQ(next_sequence(pair), 2U);
}

TEST_F(Communicators, ThatAreDuplicatesAreNotAskedAbout) {
  const Communicator parent = *find_communicator(recording.thread(), kPair);
  constexpr Word kPending = 0x8400'0009U;  // MPI would end the program if it were asked about this one
  add_communicator(recording.thread(), kPending,
                   {.origin = Origin::kParentCollective, .parent = parent.id, .like = &parent});
  const tests::ReadCommunicator defined = last_defined();
  EXPECT_NE(defined.id, parent.id);
  EXPECT_EQ(defined.rank, parent.rank);
  EXPECT_EQ(defined.size, 2U);
  EXPECT_EQ(defined.leader, 3);
  take_communicator(kPending);
}

TEST_F(Communicators, TellTheirNames) {
  const Communicator& world = *find_communicator(recording.thread(), kMpichAbi.comm_world);
  name_communicator(recording.thread(), world, "all of us");
  EXPECT_EQ(recording.chunks().at(0).communicator_names.at(world.id), "all of us");
}

// MPI keeps the first hundred or so bytes of a name; the rest has no room in a chunk either.
TEST_F(Communicators, TellTheBeginningOfANameThatIsTooLong) {
  const Communicator& world = *find_communicator(recording.thread(), kMpichAbi.comm_world);
  const std::string name(31'000, 'n');
  for (int i = 0; i < 6; ++i) name_communicator(recording.thread(), world, name.c_str());
  EXPECT_EQ(recording.chunks().at(0).communicator_names.at(world.id), std::string(256, 'n'));
}

TEST_F(Communicators, CutNoCharacterOfANameInTwo) {
  const Communicator& world = *find_communicator(recording.thread(), kMpichAbi.comm_world);
  std::string name = "x";
  for (int i = 0; i < 200; ++i) name += "\xc3\xa9";  // an e with an accent
  name_communicator(recording.thread(), world, name.c_str());
  EXPECT_EQ(recording.chunks().at(0).communicator_names.at(world.id), name.substr(0, 255));
}

TEST_F(Communicators, FreeTheGroupsTheyAskFor) {
  const int freed = fake.freed_groups;
  add_communicator(recording.thread(), kPair, {.origin = Origin::kParentCollective});
  EXPECT_EQ(fake.freed_groups, freed + 1);
}

TEST_F(Communicators, AreAllThereWhenManyAreMade) {
  constexpr Word kFirst = 0x8500'0000U;
  constexpr Word kMany = 2'000;
  const Communicator parent = *find_communicator(recording.thread(), kPair);
  std::uint32_t first_id = 0;
  for (Word i = 0; i < kMany; ++i) {
    const std::uint32_t id =
        add_communicator(recording.thread(), kFirst + i, {.origin = Origin::kParentCollective, .like = &parent});
    if (i == 0) first_id = id;
  }
  for (Word i = 0; i < kMany; ++i) ASSERT_EQ(take_communicator(kFirst + i).id, first_id + i);
}

TEST_F(Communicators, OfAGroupHaveAHashOverItsMembers) {
  fake.groups[1] = {0, 2};
  fake.groups[2] = {2, 0};
  fake.groups[3] = {0, 2};
  EXPECT_EQ(hash_members(1), hash_members(3));
  EXPECT_NE(hash_members(1), hash_members(2));
}

}  // namespace
}  // namespace mpitrace::mpi
