// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/life_cycle.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "mpi/communicators.h"
#include "mpi/library.h"
#include "session/state.h"
#include "unit/mpi/fake_mpi.h"
#include "unit/record/record_of_process.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::mpi {

// What libtrace/mpi/library.cpp says of a loaded MPI: none is.
session::Library loaded_library() noexcept {
  return {};
}
void find_predefined_objects() noexcept {}
void tell_if_bypassed() noexcept {}

namespace {

constexpr std::uint64_t kSite = 0x1000;
constexpr Word kSession = 0x3800'0001U;
constexpr Word kOtherSession = 0x3800'0002U;
constexpr Word kWorldGroup = 0x6000;

int group_from_session_pset(Word, const char* name, Word* group) {
  *group = kWorldGroup;
  return std::strcmp(name, "mpi://WORLD") == 0 ? 0 : 1;
}
int group_rank(Word, int* rank) {
  *rank = 1;
  return 0;
}

// A process that makes a session, and no world.
class Sessions : public testing::Test {
 protected:
  Sessions() {
    fake.groups[kWorldGroup] = {0, 1, 2, 3};
    fake.set(Function::kGroup_from_session_pset, &group_from_session_pset);
    fake.set(Function::kGroup_rank, &group_rank);
    tests::make_call(kSite, 1);
    after_session_init(kSession);
  }

  tests::FakeMpi fake{kMpichAbi};
  tests::FreshSession session{{"MPITRACE_SUMMARY", "1"}};
};

// One test, since the process has one life.
TEST_F(Sessions, AreAWorldWhileThereIsOneAndEndWellWithTheLast) {
  EXPECT_EQ(session::rank(), 1);
  EXPECT_EQ(session::world_size(), 4);
  fake.groups[0x6001] = {0, 2};
  const std::uint64_t hash = hash_members(0x6001);
  fake.groups[0x6001] = {1, 3};
  EXPECT_NE(hash_members(0x6001), hash) << "two groups of as many members";

  after_session_init(kOtherSession);  // whose groups may not be compared with the first one's
  EXPECT_EQ(fake.freed_groups, 1);
  before_session_finalize(kSession);
  EXPECT_EQ(session.files().size(), 2U) << "no figures while a session is open";
  before_session_finalize(kOtherSession);
  EXPECT_EQ(session.files().size(), 3U);

  session::g_session.rank = 0;
  testing::internal::CaptureStderr();
  at_exit();
  EXPECT_NE(testing::internal::GetCapturedStderr().find(" % of the time in MPI: "), std::string::npos);
  EXPECT_EQ(session.files(), std::vector<std::string>{"profile_1.out"});
  const tests::RecordOfProcess record(session.in("profile_1.out"));
  EXPECT_EQ(record.end_reasons(), (std::vector<int>{static_cast<int>(session::EndReason::kFinalize)}));
}

TEST(HashTag, TellsTextsApart) {
  EXPECT_EQ(hash_tag("x"), hash_tag("x"));
  EXPECT_NE(hash_tag("x"), hash_tag("y"));
  EXPECT_GE(hash_tag("org.mpi.example"), 0);
  EXPECT_EQ(hash_tag(nullptr), hash_tag(""));
}

}  // namespace
}  // namespace mpitrace::mpi
