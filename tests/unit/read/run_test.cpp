// SPDX-License-Identifier: BSD-3-Clause
#include "read/run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "read/run_files.h"
#include "synthetic/opened.h"
#include "synthetic/writer.h"

namespace mpitrace::read {
namespace {

using synthetic::opened;

std::string log_of(format::Header header) {
  synthetic::ProcessWriter process(std::move(header));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().end(format::End::REASON_FINALIZE);
  return process.log();
}

TEST(OpenRun, SortsProcessesByRank) {
  const OpenRun run = opened({{"a", log_of(synthetic::make_header(2, 3))},
                              {"b", log_of(synthetic::make_header(0, 3))},
                              {"c", log_of(synthetic::make_header(1, 3))}});
  ASSERT_EQ(run.run.processes.size(), 3U);
  for (std::int32_t rank = 0; rank < 3; ++rank)
    EXPECT_EQ(run.run.processes[static_cast<std::size_t>(rank)].rank.value, rank);
  EXPECT_EQ(run.run.missing, 0U);
}

TEST(OpenRun, ReadsFilesThatWereJoined) {
  const OpenRun run = opened({{"all", log_of(synthetic::make_header(1, 2)) + log_of(synthetic::make_header(0, 2))}});
  EXPECT_EQ(run.run.processes.size(), 2U);
}

TEST(OpenRun, ReadsTheOtherFilesWhenOneCannotBeOpened) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "one_unreadable";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "profile_1.out");  // a folder by that name
  std::ofstream(folder / "profile_0.out", std::ios::binary) << log_of(synthetic::make_header(0, 2));
  model::Workers workers(1);
  const auto run = open_run({folder.string()}, RunChoice{}, workers);
  ASSERT_TRUE(run) << run.error().text;
  EXPECT_EQ(run->run.processes.size(), 1U);
  ASSERT_EQ(run->run.damage.size(), 1U);
  EXPECT_EQ(run->run.damage.front().reason, "is not a regular file");
}

TEST(OpenRun, CallsAnEmptyFileDamaged) {
  const OpenRun run = opened({{"profile_0.out", log_of(synthetic::make_header(0, 2))}, {"profile_1.out.part", ""}});
  ASSERT_EQ(run.run.damage.size(), 1U);
  EXPECT_EQ(run.run.damage[0].file, "profile_1.out.part");
  EXPECT_EQ(run.run.damage[0].reason.rfind("is empty", 0), 0U);
  EXPECT_FALSE(run.run.is_whole());
}

class HoldsNoTrace : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(HoldsNoTrace, AndSaysWhy) {
  model::Workers workers(1);
  const auto run = open_run(synthetic::as_files({{"profile_0.out", GetParam().first}}), {}, workers);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().text, "profile_0.out: holds no trace (" + GetParam().second + ")");
}

INSTANTIATE_TEST_SUITE_P(
    OpenRun, HoldsNoTrace,
    testing::Values(std::pair<std::string, std::string>(
                        "", "it is empty (its process was killed before it wrote, or the disk was full)"),
                    std::pair<std::string, std::string>("text", "no field of a trace file at byte 0"),
                    std::pair<std::string, std::string>(
                        "\x20\x01", "no header and no chunk is in it")));  // field 4: of a later version

TEST(OpenRun, KnowsARunWithoutTheRanksAskedFor) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "no_such_rank";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "profile_0.out", std::ios::binary) << log_of(synthetic::make_header(0, 2));
  model::Workers workers(1);
  const auto run = open_run({folder.string()}, {"", [](std::int32_t rank) { return rank == 7; }}, workers);
  ASSERT_TRUE(run) << run.error().text;
  EXPECT_TRUE(run->run.processes.empty());
  EXPECT_EQ(run->run.path, folder.string());
}

TEST(OpenRun, NamesTheRanksThatAreMissing) {
  const OpenRun run =
      opened({{"a", log_of(synthetic::make_header(0, 4))}, {"b", log_of(synthetic::make_header(2, 4))}});
  EXPECT_EQ(run.run.missing, 2U);
  EXPECT_EQ(run.run.missing_ranks, (std::vector<std::int32_t>{1, 3}));
}

TEST(OpenRun, BoundsTheListOfMissingRanks) {
  const OpenRun run = opened({{"a", log_of(synthetic::make_header(0, 4'000'000'000))}});
  EXPECT_EQ(run.run.missing, 3'999'999'999U);
  EXPECT_EQ(run.run.missing_ranks.size(), 64U);
}

TEST(OpenRun, TakesTheNewestJobAndNamesTheOthers) {
  format::Header later = synthetic::make_header(0, 1);
  later.set_job("job2");
  later.set_process(99);
  later.mutable_start()->set_realtime_ns(later.start().realtime_ns() + 5);
  const synthetic::NamedBytes files = {{"a", log_of(synthetic::make_header(0, 1))}, {"b", log_of(later)}};
  const OpenRun newest = opened(files);
  EXPECT_EQ(newest.run.job, "job2");
  ASSERT_EQ(newest.run.other_jobs.size(), 1U);
  EXPECT_EQ(newest.run.other_jobs[0].job, "job1");
  EXPECT_EQ(opened(files, {"job1", {}}).run.job, "job1");
}

TEST(OpenRun, RefusesAJobThatIsNotThere) {
  model::Workers workers(1);
  const auto run = open_run(synthetic::as_files({{"a", log_of(synthetic::make_header(0, 1))}}), {"job9", {}}, workers);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().text, "no job job9 in this run (there are: job1)");
}

TEST(OpenRun, PutsTimeZeroAtTheFirstRecordOfAnyRank) {
  synthetic::ProcessWriter early(synthetic::make_header(0, 2, 1'000'000));
  early.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  early.thread().end(format::End::REASON_FINALIZE);
  synthetic::ProcessWriter late(synthetic::make_header(1, 2, 1'000'500));
  late.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  late.thread().end(format::End::REASON_FINALIZE);
  const OpenRun run = opened({{"a", early.log()}, {"b", late.log()}});
  EXPECT_EQ(run.run.clock_domains, 1U);
  EXPECT_EQ(run.run.base_realtime_ns, 1'700'000'000'001'000'000U);
  EXPECT_EQ(run.source(1, 0)->next()->start.ns, 510);
  EXPECT_EQ(run.run.end.ns, 530);
}

TEST(OpenRun, PutsMachinesTogetherByTheirWallClocks) {
  format::Header other = synthetic::make_header(1, 2);
  other.set_boot_id("another boot");
  other.mutable_start()->set_monotonic_raw_ns(77);
  other.mutable_start()->set_realtime_ns(other.start().realtime_ns() + 1'000);
  const OpenRun run = opened({{"a", log_of(synthetic::make_header(0, 2))}, {"b", log_of(other)}});
  EXPECT_EQ(run.run.clock_domains, 2U);
  EXPECT_EQ(run.source(1, 0)->next()->start.ns - run.source(0, 0)->next()->start.ns, 1'000);
}

TEST(OpenRun, TakesTheRankFromTheNameWhenTheHeaderIsLost) {
  const std::string whole = log_of(synthetic::make_header(3, 4));
  const std::size_t header = synthetic::ProcessWriter(synthetic::make_header(3, 4)).log().size();
  const OpenRun run = opened({{"run/profile_3.out.part", whole.substr(header)}});
  ASSERT_EQ(run.run.processes.size(), 1U);
  EXPECT_EQ(run.run.processes[0].rank.value, 3);
  ASSERT_EQ(run.run.damage.size(), 1U);
}

TEST(OpenRun, KnowsHowAThreadEnded) {
  const OpenRun run = opened({{"profile_0.out", log_of(synthetic::make_header(0, 1))}});
  EXPECT_TRUE(run.run.processes[0].threads[0].ended);
  EXPECT_EQ(run.run.processes[0].threads[0].reason, model::EndReason::kFinalize);
  EXPECT_TRUE(run.run.processes[0].is_closed);
}

TEST(FindRunFiles, SaysWhatItLookedFor) {
  const auto none = find_run_files({"/no/such/run"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().text,
            "/no/such/run: no such file or folder (a run is a folder with profile_*.out in it, or such files)");
}

TEST(NameOfLiveFile, IsTheLogsWithoutItsFolder) {
  EXPECT_EQ(name_of_live_file("a/profile_12.out"), "profile_12.out.live");
  EXPECT_EQ(name_of_live_file("a/profile_12.4711.out.part"), "profile_12.4711.out.live");
  EXPECT_EQ(name_of_live_file("b/profile_12.out.live"), "profile_12.out.live");
}

TEST(RankInName, ReadsTheNumber) {
  EXPECT_EQ(rank_in_name("a/profile_12.out"), 12);
  EXPECT_EQ(rank_in_name("a/profile_12.4711.out.part"), 12);
  EXPECT_EQ(rank_in_name("a/other.out"), -1);
}

}  // namespace
}  // namespace mpitrace::read
