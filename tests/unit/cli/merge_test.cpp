// SPDX-License-Identifier: BSD-3-Clause
// mpitrace merge as a command: its exit code, and the counts that it reports.
#include <gtest/gtest.h>

#include <filesystem>

#include "synthetic/writer.h"
#include "unit/cli/command_line.h"

namespace mpitrace::cli {
namespace {

using synthetic::Field;
using tests::folder_with;
using tests::run_command;

// Four messages from rank 0 to rank 1; the n-th is sent and received between n and n + 1 microseconds of the run.
synthetic::NamedBytes four_messages() {
  synthetic::ProcessWriter sender(synthetic::make_header(0, 2));
  synthetic::ProcessWriter receiver(synthetic::make_header(1, 2));
  sender.thread().communicator(synthetic::world(0, 2));
  receiver.thread().communicator(synthetic::world(1, 2));
  for (int i = 0; i < 4; ++i) {
    sender.thread().call({"MPI_Send", i == 0 ? 0U : 900U, 100, {{Field::kPeer, 1}, {Field::kCommunicator, 1}}, {}, 0});
    receiver.thread().call({"MPI_Recv", i == 0 ? 100U : 900U, 100, {{Field::kCommunicator, 1}}, {}, 0});
  }
  sender.thread().end(format::End::REASON_FINALIZE);
  receiver.thread().end(format::End::REASON_FINALIZE);
  return {{"profile_0.out", sender.log()}, {"profile_1.out", receiver.log()}};
}

TEST(Merge, CountsCallsAndMessages) {
  const std::string run = folder_with(four_messages());
  const std::string name = run + "/merged.json";
  const tests::Ran ran = run_command({"merge", "-o", name, run});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, name + "\n");
  EXPECT_EQ(ran.err, "mpitrace: " + name + ": 8 calls of 2 ranks, 4 messages matched\n");
}

TEST(Merge, SaysWhichMessagesHaveNoArrowAndWhy) {
  synthetic::NamedBytes files = four_messages();
  files.pop_back();
  const std::string run = folder_with(files);
  const tests::Ran ran = run_command({"merge", "-o", run + "/merged.json", run});
  EXPECT_NE(ran.err.find("mpitrace: 4 sends to and 0 receives from ranks that are not known have no arrows"),
            std::string::npos)
      << ran.err;
}

TEST(Merge, NamesTheResultAfterTheRunThatItTook) {
  const auto here = std::filesystem::current_path();
  const std::filesystem::path folder = folder_with({});
  std::filesystem::current_path(folder);
  for (const char* run : {"mpitrace-app-1", "mpitrace-app-2"}) {
    std::filesystem::create_directory(run);
    format::Header header = synthetic::make_header(0, 1);
    header.set_job(run == std::string("mpitrace-app-2") ? "newer" : "older");  // neither in the folder's name
    header.set_process(run == std::string("mpitrace-app-2") ? 7 : 8);
    auto* start = header.mutable_start();
    start->set_realtime_ns(start->realtime_ns() + (header.job() == "newer" ? 1'000'000'000U : 0U));
    synthetic::ProcessWriter process(header);
    process.thread().end(format::End::REASON_FINALIZE);
    synthetic::write_file(std::string(run) + "/profile_0.out", process.log());
  }
  const tests::Ran merged = run_command({"merge", "mpitrace-app-1/", "mpitrace-app-2/"});
  const tests::Ran exported = run_command({"export", "--format", "csv", "mpitrace-app-1/", "mpitrace-app-2/"});
  const tests::Ran info = run_command({"info", "mpitrace-app-1/", "mpitrace-app-2/"});
  std::filesystem::current_path(here);
  EXPECT_EQ(merged.out, "mpitrace-app-2.trace.json.gz\n");
  EXPECT_EQ(exported.out, "mpitrace-app-2.csv\n") << exported.err;
  EXPECT_EQ(info.out.rfind("run       mpitrace-app-2/\n", 0), 0U) << info.out;
}

TEST(Merge, CountsOnlyTheTimeAskedFor) {
  const std::string run = folder_with(four_messages());
  const std::string name = run + "/merged.json";
  const tests::Ran ran = run_command({"--time", "0.9us:2.5us", "merge", "-o", name, run});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "mpitrace: " + name + ": 4 calls of 2 ranks, 2 messages matched, in 0.9us:2.5us\n");
}

TEST(Merge, RefusesATimeBehindTheRun) {
  const std::string run = folder_with(four_messages());
  const std::string name = run + "/merged.json";
  const tests::Ran ran = run_command({"--time", "1s:2s", "merge", "-o", name, run});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("--time begins at 1.000 s, but the run ends at 3.200 us"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(name));
}

TEST(Merge, EndsWellWhereTheRunIsNotWhole) {
  synthetic::NamedBytes files = four_messages();
  files[1].second.resize(files[1].second.size() - 5);
  const std::string run = folder_with(files);
  const tests::Ran ran = run_command({"merge", "-o", run + "/merged.json", run});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.err.find("the records of 1 of 2 ranks are damaged"), std::string::npos) << ran.err;
}

TEST(Merge, WritesSeveralFormatsInOnePass) {
  const std::string run = folder_with(four_messages());
  const tests::Ran ran = run_command({"merge", "--format", "chrome,perfetto", "-o", run + "/merged", run});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, run + "/merged.trace.json.gz\n" + run + "/merged.pftrace\n");
  EXPECT_EQ(ran.err, "mpitrace: " + run + "/merged.trace.json.gz, " + run +
                         "/merged.pftrace: 8 calls of 2 ranks, 4 messages matched\n");
  EXPECT_TRUE(std::filesystem::exists(run + "/merged.trace.json.gz"));
  EXPECT_TRUE(std::filesystem::exists(run + "/merged.pftrace"));
}

TEST(Merge, RefusesAFormatThatIsNone) {
  const std::string run = folder_with(four_messages());
  EXPECT_EQ(run_command({"merge", "--format", "svg", run}).exit_code, 2);
}

// Messages from and to the others have no other end then.
TEST(Merge, ShowsOnlyTheRanksAskedFor) {
  const std::string run = folder_with(four_messages());
  const std::string name = run + "/merged.json";
  const tests::Ran ran = run_command({"--ranks", "1", "merge", "-o", name, run});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.err.find("4 calls of 1 ranks, 0 messages matched"), std::string::npos) << ran.err;
}

TEST(Merge, FailsWhereTheOutputCannotBeWritten) {
  const std::string run = folder_with(four_messages());
  EXPECT_EQ(run_command({"merge", "-o", run + "/no/such/folder/merged.json", run}).exit_code, 2);
}

}  // namespace
}  // namespace mpitrace::cli
