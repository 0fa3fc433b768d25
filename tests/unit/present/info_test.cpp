// SPDX-License-Identifier: BSD-3-Clause
#include "present/info.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

using model::EndReason;

// Ranks 0, 1, ... of one host, each with 10 calls and an MPI_Finalize at its end.
model::Run whole_run(std::int32_t ranks) {
  model::Run run;
  run.path = "trace";
  run.job = "17";
  run.base_realtime_ns = 1'700'000'000'000'000'000;
  run.end = {1'500'000'000};
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    model::Process& process = run.processes.emplace_back();
    process.rank = {rank};
    process.world_size = static_cast<std::uint32_t>(ranks);
    process.host = "node1";
    process.executable = "/home/u/app";
    process.mpi_library = "Open MPI v4.1.4";
    process.file_bytes = 100;
    process.is_closed = true;
    model::Thread& thread = process.threads.emplace_back();
    thread.calls = 10;
    thread.ended = true;
    thread.reason = EndReason::kFinalize;
  }
  return run;
}

std::string text_of(const model::Run& run, const std::string& last_call = "") {
  return info_text(run, LastCalls(run.processes.size(), last_call));
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(InfoText, DescribesAWholeRun) {
  EXPECT_EQ(text_of(whole_run(3)),
            "run       trace\n"
            "job       17\n"
            "program   /home/u/app\n"
            "when      2023-11-14 22:13:20 UTC, recorded for 1.500 s\n"
            "mpi       Open MPI v4.1.4\n"
            "ranks     3 of 3 on 1 host\n"
            "calls     30 in 300 B (10.0 bytes a call)\n"
            "clock     one counter for all ranks\n"
            "lost      nothing\n"
            "damage    none\n"
            "\n"
            "ranks  hosts  threads  calls  ended\n"
            "0-2    node1        1     10  MPI_Finalize\n");
}

TEST(InfoText, SaysInWhichCallARankWasThatEndedEarly) {
  model::Run run = whole_run(2);
  run.processes[1].threads[0].ended = false;
  run.processes[1].is_closed = false;
  const std::string text = info_text(run, {"", "in MPI_Recv peer=0"});
  EXPECT_TRUE(has_line(text, "0      node1        1     10  MPI_Finalize")) << text;
  EXPECT_TRUE(has_line(text, "1      node1        1     10  ended early, in MPI_Recv peer=0")) << text;
}

TEST(InfoText, TellsARankThatRunsFromOneThatDied) {
  model::Run run = whole_run(1);
  run.processes[0].threads[0].ended = false;
  run.processes[0].is_closed = false;
  run.processes[0].is_running = true;
  const std::string text = text_of(run, "in MPI_Recv peer=0");
  EXPECT_TRUE(has_line(text, "0      node1        1     10  still running, in MPI_Recv peer=0")) << text;
}

TEST(InfoText, SaysThatSessionsWereFinalized) {
  model::Run run = whole_run(1);
  run.processes[0].communicators[1].origin = model::Origin::kGroup;
  EXPECT_TRUE(has_line(text_of(run), "0      node1        1     10  MPI_Session_finalize"));
  run.processes[0].communicators[2].origin = model::Origin::kWorld;
  EXPECT_TRUE(has_line(text_of(run), "0      node1        1     10  MPI_Finalize"));
}

TEST(InfoText, CallsDamagedRanksDamaged) {
  model::Run run = whole_run(4);
  for (std::size_t i = 0; i < 4; ++i) run.processes[i].is_damaged = true;
  run.processes[1].threads[0].ended = false;
  run.processes[2].threads[0].ended = false;
  run.processes[2].is_closed = false;
  run.processes[3].threads.clear();
  const std::string text = text_of(run, "after MPI_Send");
  EXPECT_TRUE(has_line(text, "0      node1        1     10  MPI_Finalize, damaged")) << text;
  EXPECT_TRUE(has_line(text, "1      node1        1     10  damaged, last known after MPI_Send")) << text;
  EXPECT_TRUE(has_line(text, "2      node1        1     10  ended early, damaged, after MPI_Send")) << text;
  EXPECT_TRUE(has_line(text, "3      node1        0      0  damaged, no call can be read")) << text;
}

TEST(InfoText, ListsDamageUpToALimit) {
  model::Run run = whole_run(1);
  run.damage.assign(12, {"profile_0.out", 5, 9, "what"});
  const std::string text = text_of(run);
  EXPECT_TRUE(has_line(text, "damage    profile_0.out: what at byte 5 (4 bytes are not used)")) << text;
  EXPECT_TRUE(has_line(text, "damage    2 more places")) << text;
}

TEST(InfoText, SaysWhatIsLostAndMissing) {
  model::Run run = whole_run(2);
  run.processes[0].threads[0].loss = {1'234, 1, 5, 2};
  run.processes[1].threads[0].missing_chunks = 3;
  run.processes[0].world_size = 70;
  run.missing = 68;
  run.missing_ranks = {2, 3, 4, 9};
  const std::string text = text_of(run);
  EXPECT_TRUE(
      has_line(text,
               "lost      1,234 calls could not be written, 4 chunks are missing, 2 calls were left by longjmp or an "
               "exception"))
      << text;
  EXPECT_TRUE(
      has_line(text, "nested    5 calls that MPI, or a callback, made inside MPI calls were counted, not recorded"))
      << text;
  EXPECT_TRUE(has_line(text, "ranks     2 of 70 on 1 host")) << text;
  EXPECT_TRUE(has_line(text, "missing   2-4,9 and 64 more")) << text;
}

TEST(InfoText, SaysThatNoCallCameToItsEnd) {
  model::Run run = whole_run(1);
  run.processes[0].threads[0].calls = 0;
  EXPECT_TRUE(has_line(text_of(run), "calls     none"));
  run.processes[0].threads[0].ended = false;
  run.processes[0].is_closed = false;
  EXPECT_TRUE(has_line(text_of(run, "in MPI_Init"), "calls     none came to its end"));
}

TEST(InfoText, PutsASpawnedWorldBehindItsParent) {
  model::Run run = whole_run(2);
  run.processes[0].world = 1;
  run.processes[0].host = "node2";
  const std::string text = text_of(run);
  EXPECT_TRUE(has_line(text, "ranks         hosts  threads  calls  ended")) << text;
  EXPECT_LT(text.find("\n1             node1"), text.find("\n0 of world 2  node2")) << text;
}

TEST(InfoText, CountsWindowsAndFilesWhereThereAreAny) {
  model::Run run = whole_run(2);
  EXPECT_EQ(text_of(run).find("\nwindows"), std::string::npos);
  run.processes[0].windows[1] = {};
  run.processes[0].windows[2] = {};
  run.processes[1].windows[1] = {};
  run.processes[0].files[1] = {};
  run.processes[1].files[1] = {};
  EXPECT_TRUE(has_line(text_of(run), "windows   1 to 2 a rank"));
  EXPECT_TRUE(has_line(text_of(run), "files     1 a rank"));
}

}  // namespace
}  // namespace mpitrace::present
