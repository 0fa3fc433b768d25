// SPDX-License-Identifier: BSD-3-Clause
#include "read/running.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace mpitrace::read {
namespace {

constexpr std::uint64_t kSecondNs = 1'000'000'000;

// One process, number 42, whose record began 100 s after 1970, on a machine where `alive` has that number.
class FindRunning : public testing::Test {
 protected:
  FindRunning() {
    model::Process& process = run.processes.emplace_back();
    process.pid = 42;
    process.host = "node1";
    process.boot_id = "boot";
    process.executable = "/home/u/app";
    process.anchors.push_back({0, 0, 100 * kSecondNs});
  }
  bool is_running() {
    find_running(run, {"node1", "boot", [this](std::uint32_t pid) { return pid == 42 ? alive : std::nullopt; }});
    return run.processes[0].is_running;
  }

  model::Run run;
  std::optional<Alive> alive = Alive{"/home/u/app", 99 * kSecondNs};
};

TEST_F(FindRunning, FindsAProcessThatIsAlive) {
  EXPECT_TRUE(is_running());
  EXPECT_EQ(run.coverage().running, 1U);
  EXPECT_EQ(run.coverage().ended_early, 0U);
  EXPECT_FALSE(run.is_whole());
}

TEST_F(FindRunning, TakesAProcessWhoseProgramMayNotBeReadByItsStart) {
  alive->executable.clear();
  EXPECT_TRUE(is_running());
}

TEST_F(FindRunning, KnowsThatADeadOneIsDead) {
  alive.reset();
  EXPECT_FALSE(is_running());
  EXPECT_EQ(run.coverage().ended_early, 1U);
}

TEST_F(FindRunning, KnowsAnotherProcessOfTheSameNumber) {
  alive->started_realtime_ns = 5'000 * kSecondNs;
  EXPECT_FALSE(is_running());
  alive = Alive{"/bin/sh", 99 * kSecondNs};
  EXPECT_FALSE(is_running());
}

TEST_F(FindRunning, SaysNothingOfOtherMachinesAndOtherBoots) {
  run.processes[0].host = "node2";
  EXPECT_FALSE(is_running());
  run.processes[0].host = "node1";
  run.processes[0].boot_id = "an earlier boot";
  EXPECT_FALSE(is_running());
  run.processes[0].boot_id.clear();
  EXPECT_FALSE(is_running());
}

TEST_F(FindRunning, LeavesAFileThatWasClosedWell) {
  run.processes[0].is_closed = true;
  EXPECT_FALSE(is_running());
}

TEST(ThisMachine, KnowsThisProcess) {
  const Machine machine = this_machine();
  EXPECT_FALSE(machine.boot_id.empty());
  const std::optional<Alive> self = machine.find(static_cast<std::uint32_t>(getpid()));
  ASSERT_TRUE(self);
  EXPECT_EQ(self->executable, std::filesystem::read_symlink("/proc/self/exe").string());
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  EXPECT_LE(self->started_realtime_ns, static_cast<std::uint64_t>(now.tv_sec + 2) * kSecondNs);
  EXPECT_FALSE(machine.find(0));
}

}  // namespace
}  // namespace mpitrace::read
