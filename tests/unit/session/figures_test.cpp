// SPDX-License-Identifier: BSD-3-Clause
#include "session/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "format/fields.h"
#include "record/context.h"
#include "record/modules.h"
#include "session/state.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

using tests::FreshSession;
using tests::make_call;

constexpr auto kSend = static_cast<std::uint32_t>(format::Kind::kSend);

std::uint64_t site_in_program() {
  return reinterpret_cast<std::uint64_t>(&make_call);
}

// Lets a function look as if it had cost this much at a place.
void spend(std::uint64_t site, std::uint32_t function, std::uint64_t calls, std::uint64_t ticks) {
  record::Context& context = record::find_context(*record::g_thread, site, function);
  context.calls = calls;
  context.busy_ticks = ticks;
}

TEST(GatherFigures, SayWhichProcessTheyAreOf) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  identify(3, 8, {});
  const Figures figures = gather_figures();
  EXPECT_EQ(figures.magic, kFiguresMagic);
  EXPECT_EQ(figures.process, g_session.process);
  EXPECT_EQ(figures.rank, 3);
  EXPECT_EQ(figures.world_size, 8);
  EXPECT_EQ(figures.threads, 1U);
  EXPECT_EQ(figures.calls, 1U);
  EXPECT_EQ(figures.bytes, g_session.files.log().size() + record::g_thread->slot->used_bytes);
}

TEST(GatherFigures, SumUpThreadsThatCallFromOnePlace) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  spend(site_in_program(), kSend, 10, 1'000);
  std::thread([] {
    make_call(site_in_program(), 1);
    spend(site_in_program(), kSend, 5, 500);
  }).join();
  const Figures figures = gather_figures();
  ASSERT_EQ(figures.site_count, 1U);
  EXPECT_EQ(figures.sites[0].calls, 15U);
  EXPECT_EQ(figures.calls, 15U);
  EXPECT_EQ(figures.mpi_ns, figures.sites[0].busy_ns);
}

TEST(GatherFigures, KeepTwoFunctionsOfOnePlaceApart) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  spend(site_in_program(), kSend, 10, 1'000'000);
  spend(site_in_program(), kSend + 1, 20, 1'000'000);
  EXPECT_EQ(gather_figures().site_count, 2U);
}

TEST(GatherFigures, GiveAPlaceByItsModuleAndTheOffsetInIt) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  spend(site_in_program(), kSend, 10, 1'000'000);
  const Figures figures = gather_figures();
  const record::Module& program = record::module(record::find_module(site_in_program()));
  EXPECT_EQ(figures.sites[0].offset, site_in_program() - program.load_address);
  const std::string path = program.path;
  const std::string shown = figures.sites[0].module;
  EXPECT_EQ(path.substr(path.size() - shown.size()), shown);
  EXPECT_EQ(shown.size(), std::min(path.size(), sizeof figures.sites[0].module - 1));
}

TEST(GatherFigures, KeepTheCostliestPlaces) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  for (std::uint64_t i = 0; i < 3 * kSitesOfRank; ++i) spend(0x1000 + i, kSend, i + 1, (i + 1) * 1'000'000);
  spend(site_in_program(), kSend, 1, 1);
  const Figures figures = gather_figures();
  ASSERT_EQ(figures.site_count, kSitesOfRank);
  for (const SiteFigures& site : figures.sites) EXPECT_GT(site.calls, 2 * kSitesOfRank);
}

TEST(GatherFigures, LeaveStartUpOutOfTheTime) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  spend(site_in_program(), kSend, 1, 0);
  spend(site_in_program(), static_cast<std::uint32_t>(format::Kind::kInit), 1, 1'000'000);
  const Figures figures = gather_figures();
  EXPECT_EQ(figures.mpi_ns, 0U);
  EXPECT_EQ(figures.site_count, 0U);
  EXPECT_EQ(figures.calls, 2U);
}

TEST(GatherFigures, SayWhatWasLost) {
  const FreshSession session;
  make_call(site_in_program(), 1);
  record::g_thread->slot->loss = {1, 2, 3, 4};
  g_session.totals.disk_full = true;
  const Figures figures = gather_figures();
  EXPECT_EQ(figures.loss.dropped_calls, 1U);
  EXPECT_EQ(figures.loss.lost_chunks, 2U);
  EXPECT_EQ(figures.loss.nested_calls, 3U);
  EXPECT_EQ(figures.loss.abandoned_calls, 4U);
  EXPECT_EQ(figures.flags, std::uint64_t{kDiskFull});
}

}  // namespace
}  // namespace mpitrace::session
