// SPDX-License-Identifier: BSD-3-Clause
// mpitrace info as a command: its exit code, and what it says of a rank that did not end.
#include <gtest/gtest.h>

#include "synthetic/writer.h"
#include "unit/cli/command_line.h"

namespace mpitrace::cli {
namespace {

using tests::folder_with;
using tests::run_command;

std::string whole_log(std::int32_t rank, std::uint32_t size) {
  synthetic::ProcessWriter process(synthetic::make_header(rank, size));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().end(format::End::REASON_FINALIZE);
  return process.log();
}

TEST(Info, FindsNothingInAWholeRun) {
  const std::string run = folder_with({{"profile_0.out", whole_log(0, 1)}});
  EXPECT_EQ(run_command({"info", run}).exit_code, 0);
  const tests::Ran strict = run_command({"info", "--strict", run});
  EXPECT_EQ(strict.exit_code, 0);
  EXPECT_EQ(strict.err, "");
  EXPECT_NE(strict.out.find("damage    none\n"), std::string::npos) << strict.out;
}

struct Fault {
  const char* name;
  std::string log;
  std::string file = "profile_0.out";
};

std::string log_with_dropped_calls() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().loss.dropped_calls = 3;
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().end(format::End::REASON_FINALIZE);
  return process.log();
}

std::string log_with_a_gap() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().skip_chunk();
  process.thread().end(format::End::REASON_FINALIZE);
  return process.log();
}

std::string log_without_end() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().end_chunk();
  return process.log();
}

class FaultyRun : public testing::TestWithParam<Fault> {};

TEST_P(FaultyRun, IsAFindingOnlyWhereThatIsAsked) {
  const std::string run = folder_with({{GetParam().file, GetParam().log}});
  EXPECT_EQ(run_command({"info", run}).exit_code, 0);
  EXPECT_EQ(run_command({"info", "--strict", run}).exit_code, 1);
}

INSTANTIATE_TEST_SUITE_P(Info, FaultyRun,
                         testing::Values(Fault{"torn", whole_log(0, 1).substr(0, whole_log(0, 1).size() - 9)},
                                         Fault{"dropped", log_with_dropped_calls()}, Fault{"gap", log_with_a_gap()},
                                         Fault{"early", log_without_end(), "profile_0.out.part"},
                                         Fault{"missing_rank", whole_log(0, 2)}),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(Info, CannotReadWhatIsNoRun) {
  const tests::Ran ran = run_command({"info", "--strict", folder_with({})});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("holds no profile_*.out"), std::string::npos) << ran.err;
}

TEST(Info, SaysInWhichCallARankWasThatNeverEndedOne) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  const std::string log = process.log();
  const std::string run =
      folder_with({{"profile_0.out.part", log}, {"profile_0.out.live", process.thread().slot("MPI_Init", 5)}});
  const tests::Ran ran = run_command({"info", run});
  EXPECT_NE(ran.out.find("calls     none came to its end\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("ended early, in MPI_Init\n"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace mpitrace::cli
