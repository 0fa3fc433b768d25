// SPDX-License-Identifier: BSD-3-Clause
#include "session/summary.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "session/state.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

using tests::FreshSession;
using tests::make_call;

constexpr std::uint64_t kSite = 0x1000;

// What print_summary() writes, after rank 0 of `world_size` and those of `others` have left their figures.
std::string summary_of(int world_size, const std::vector<int>& others = {}) {
  identify(0, world_size, {});
  leave_figures();
  for (const int other : others) {
    g_session.rank = other;
    leave_figures();
  }
  g_session.rank = 0;
  testing::internal::CaptureStderr();
  print_summary();
  return testing::internal::GetCapturedStderr();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Summary, AddsUpTheRanks) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}};
  for (int i = 0; i < 3; ++i) make_call(kSite, i);
  const std::string text = summary_of(2, {1});
  EXPECT_TRUE(has(text, " % of the time in MPI: 2 ranks, ")) << text;
  EXPECT_TRUE(has(text, ", 6 calls before MPI_Finalize; least on rank ")) << text;
  EXPECT_TRUE(has(text, "            6 ")) << text;  // of the one call site, on both ranks
  EXPECT_TRUE(has(text, "next: mpitrace merge " + std::string(folder()))) << text;
  EXPECT_TRUE(has(text, "mpitrace dump --sites")) << text;
  EXPECT_FALSE(has(text, "these figures are of")) << text;
  EXPECT_FALSE(has(text, "LOST")) << text;
}

TEST(Summary, KeepsSpawnedWorldsApart) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}, {"PMIX_NAMESPACE", "prterun-node-123@1"}};
  for (int i = 0; i < 3; ++i) make_call(kSite, i);
  identify(0, 1, {});
  leave_figures();
  std::strcpy(g_session.world, "spawned");
  make_call(kSite, 3);
  const std::string spawned = summary_of(2, {1});
  EXPECT_TRUE(has(spawned, ": 2 ranks, ")) << spawned;
  EXPECT_TRUE(has(spawned, ", 8 calls before")) << spawned;
  EXPECT_FALSE(has(spawned, "these figures are of")) << spawned;
}

TEST(Summary, SaysWhichRanksItIsWithout) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}};
  make_call(kSite, 1);
  const std::string text = summary_of(3, {2});
  EXPECT_TRUE(has(text, "these figures are of 2 of 3 ranks: the others left none in ")) << text;
}

TEST(Summary, SaysHowManyCallsAreLostAndWhy) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}};
  make_call(kSite, 1);
  g_session.totals.loss.dropped_calls = 5;
  g_session.totals.disk_full = true;
  const std::string text = summary_of(1);
  EXPECT_TRUE(has(text, "LOST: 5 of these calls are not in the files: the disk is full")) << text;
}

TEST(Summary, ListsFiveCallSitesOrAll) {
  for (const auto& [setting, lines] : {std::pair("1", 5), std::pair("2", 8)}) {
    const FreshSession session{{"MPITRACE_SUMMARY", setting}};
    for (std::uint64_t site = 1; site <= 8; ++site) make_call(site * kSite, 1);
    const std::string text = summary_of(1);
    int sites = 0;
    for (std::size_t at = text.find(", longest on rank"); at != std::string::npos;
         at = text.find(", longest on rank", at + 1))
      ++sites;
    EXPECT_EQ(sites, lines) << text;
  }
}

TEST(Summary, IsSilentWhereThatIsAsked) {
  const FreshSession session{{"MPITRACE_SUMMARY", "0"}};
  make_call(kSite, 1);
  EXPECT_EQ(summary_of(1), "");
}

TEST(Summary, IsPrintedByRankZeroAlone) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}};
  make_call(kSite, 1);
  identify(1, 2, {});
  leave_figures();
  testing::internal::CaptureStderr();
  print_summary();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Summary, LeavesNoFileOfItsOwn) {
  const FreshSession session{{"MPITRACE_SUMMARY", "1"}};
  make_call(kSite, 1);
  identify(0, 1, {});
  leave_figures();
  const std::size_t with_figures = session.files().size();
  testing::internal::CaptureStderr();
  print_summary();
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(session.files().size(), with_figures - 1);
}

}  // namespace
}  // namespace mpitrace::session
