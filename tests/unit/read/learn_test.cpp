// SPDX-License-Identifier: BSD-3-Clause
#include "read/learn.h"

#include <gtest/gtest.h>

#include "synthetic/opened.h"
#include "synthetic/writer.h"

namespace mpitrace::read {
namespace {

using synthetic::opened;

// A header, then `chunks` chunks of one call each; `ends` says whether the last tells how the thread ended.
std::string log_of(int chunks, bool ends) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  for (int i = 0; i < chunks; ++i) {
    process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
    if (ends && i + 1 == chunks) {
      process.thread().end(format::End::REASON_FINALIZE);
    } else {
      process.thread().end_chunk();
    }
  }
  return process.log();
}

std::string torn(std::string log) {
  log.resize(log.size() - 10);
  return log;
}

TEST(Learn, CallsARankDamagedWhoseOnlyChunkIsTorn) {
  const OpenRun run = opened({{"profile_0.out", torn(log_of(1, true))}});
  EXPECT_TRUE(run.run.processes[0].is_damaged);
  EXPECT_TRUE(run.run.processes[0].threads.empty());
  EXPECT_EQ(run.run.coverage().damaged, 1U);
  EXPECT_EQ(run.run.coverage().ended_early, 0U);
  EXPECT_EQ(run.run.damage.size(), 1U);
}

TEST(Learn, CallsARankDamagedWhoseFileWasClosedWellAndHasNoEnd) {
  const std::string log = log_of(2, false);
  const OpenRun run = opened({{"profile_0.out", log}});
  EXPECT_TRUE(run.run.processes[0].is_damaged);
  ASSERT_EQ(run.run.damage.size(), 1U);
  EXPECT_EQ(run.run.damage[0].reason, "ends before its rank's record does (it was cut short)");
  EXPECT_EQ(run.run.damage[0].begin, log.size());
}

TEST(Learn, SaysThatTheLiveFileOfARankWithoutAnEndIsNotHere) {
  const OpenRun run = opened({{"run/profile_0.out.part", log_of(1, false)}});
  ASSERT_EQ(run.run.damage.size(), 1U);
  EXPECT_EQ(run.run.damage[0].file, "run/profile_0.out.part");
  EXPECT_EQ(run.run.damage[0].reason.rfind("its .live file is not here", 0), 0U) << run.run.damage[0].reason;
  EXPECT_FALSE(run.run.processes[0].is_damaged);
  EXPECT_EQ(run.run.coverage().ended_early, 1U);
}

TEST(Learn, FindsTheLiveFileInAnotherFolder) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  process.thread().end_chunk();
  const std::string log = process.log();
  const std::string slot = process.thread().slot("MPI_Send", 5);
  EXPECT_TRUE(opened({{"run/profile_0.out.part", log}, {"fast/profile_0.out.live", slot}}).run.damage.empty());
  // A thread that ended empties its slot; the file is here all the same.
  const std::string unused(slot.size(), '\0');
  const std::string unused_slot = slot.substr(0, format::kLiveFrameBytes) + unused.substr(format::kLiveFrameBytes);
  const OpenRun run = opened({{"run/profile_0.out.part", log}, {"fast/profile_0.out.live", unused_slot}});
  EXPECT_TRUE(run.run.damage.empty()) << run.run.damage.front().file << ": " << run.run.damage.front().reason;
}

TEST(Learn, TakesARankThatEndedForWhole) {
  const OpenRun run = opened({{"profile_0.out", log_of(3, true)}});
  EXPECT_FALSE(run.run.processes[0].is_damaged);
  EXPECT_TRUE(run.run.is_whole());
  EXPECT_EQ(run.run.processes[0].threads[0].calls, 3U);
}

TEST(Learn, GivesDamageInAJoinedFileToTheProcessBeforeIt) {
  synthetic::ProcessWriter other(synthetic::make_header(1, 2));
  other.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  other.thread().end(format::End::REASON_FINALIZE);
  std::string first = log_of(2, true);
  char& in_its_first_chunk = first[log_of(1, false).size() - 3];
  in_its_first_chunk = static_cast<char>(in_its_first_chunk ^ 1);
  const OpenRun run = opened({{"all.out", first + other.log()}});
  ASSERT_EQ(run.run.processes.size(), 2U);
  EXPECT_TRUE(run.run.processes[0].is_damaged);
  EXPECT_FALSE(run.run.processes[1].is_damaged);
}

TEST(Learn, KnowsWindowsAndFilesByTheirDefinitions) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  format::Window window;
  window.set_id(3);
  window.set_communicator(1);
  window.set_parent_sequence(7);
  window.set_flavour(format::Window::FLAVOUR_SHARED);
  window.set_bytes(400);
  window.set_displacement_unit(4);
  format::WindowName name;
  name.set_id(3);
  name.set_name("halo");
  format::File file;
  file.set_id(2);
  file.set_communicator(1);
  file.set_parent_sequence(8);
  file.set_name("data/numbers");
  file.set_mode(9);
  synthetic::ThreadWriter& thread = process.thread();
  thread.definition(format::Chunk::kWindowFieldNumber, window.SerializeAsString());
  thread.definition(format::Chunk::kFileFieldNumber, file.SerializeAsString());
  thread.end_chunk();
  thread.definition(format::Chunk::kWindowNameFieldNumber, name.SerializeAsString());
  thread.end(format::End::REASON_FINALIZE);
  const OpenRun run = opened({{"profile_0.out", process.log()}});
  const model::LocalWindow& known = run.run.processes[0].windows.at(3);
  EXPECT_EQ(known.communicator, 1U);
  EXPECT_EQ(known.parent_sequence, 7U);
  EXPECT_EQ(known.flavour, model::Flavour::kShared);
  EXPECT_EQ(known.bytes, 400U);
  EXPECT_EQ(known.displacement_unit, 4U);
  EXPECT_EQ(known.name, "halo");
  const model::LocalFile& opened_file = run.run.processes[0].files.at(2);
  EXPECT_EQ(opened_file.parent_sequence, 8U);
  EXPECT_EQ(opened_file.name, "data/numbers");
  EXPECT_EQ(opened_file.mode, 9U);
}

format::ClockSample sample(std::uint64_t peer, format::ClockSample::When when) {
  format::ClockSample made;
  made.set_peer_process(peer);
  made.set_peer_ticks(50);
  made.set_ticks_before(10);
  made.set_ticks_after(12);
  made.set_when(when);
  return made;
}

TEST(Learn, KeepsWhatWasMeasuredOfOtherClocks) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  constexpr std::uint32_t kField = format::Chunk::kClockSampleFieldNumber;
  process.thread().definition(kField, sample(7, format::ClockSample::WHEN_INIT).SerializeAsString());
  process.thread().end_chunk();
  process.thread().definition(kField, sample(7, format::ClockSample::WHEN_FINALIZE).SerializeAsString());
  process.thread().definition(kField, sample(8, static_cast<format::ClockSample::When>(99)).SerializeAsString());
  process.thread().end(format::End::REASON_FINALIZE);
  const std::vector<model::ClockSample> samples =
      opened({{"profile_0.out", process.log()}}).run.processes[0].clock_samples;
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].peer_process, 7U);
  EXPECT_EQ(samples[0].peer_ticks, 50U);
  EXPECT_EQ(samples[0].ticks_before, 10U);
  EXPECT_EQ(samples[0].ticks_after, 12U);
  EXPECT_EQ(samples[0].when, model::ClockSample::When::kInit);
  EXPECT_EQ(samples[1].when, model::ClockSample::When::kFinalize);
  EXPECT_EQ(samples[2].when, model::ClockSample::When::kUnknown);
}

// Killed behind MPI_Init.
TEST(Learn, FindsSamplesInALiveSlot) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Init", 10, 20, {}, {}, 0});
  process.thread().definition(format::Chunk::kClockSampleFieldNumber,
                              sample(7, format::ClockSample::WHEN_INIT).SerializeAsString());
  const std::string slot = process.thread().slot("MPI_Recv", 5);
  const OpenRun run = opened({{"profile_0.out.part", process.log()}, {"profile_0.out.live", slot}});
  EXPECT_EQ(run.run.processes[0].clock_samples.size(), 1U);
}

TEST(Learn, CallsAChunkWithATornSampleDamaged) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().definition(format::Chunk::kClockSampleFieldNumber, "\x09\x01");
  process.thread().end_chunk();
  const OpenRun run = opened({{"profile_0.out", process.log()}});
  EXPECT_TRUE(run.run.processes[0].is_damaged);
  EXPECT_TRUE(run.run.processes[0].clock_samples.empty());
}

}  // namespace
}  // namespace mpitrace::read
