// SPDX-License-Identifier: BSD-3-Clause
#include "read/thread_reader.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "synthetic/opened.h"
#include "synthetic/writer.h"

namespace mpitrace::read {
namespace {

using format::Field;
using synthetic::NamedBytes;
using synthetic::opened;

std::string type_name(model::RecordType type) {
  static const char* const kNames[] = {"call",   "completed", "polls",      "pause",  "resume", "flush",
                                       "clocks", "loss",      "unfinished", "region", "end",    "step"};
  return kNames[static_cast<std::size_t>(type)];
}

// "call MPI_Send 10-30, ..." of the first thread.
std::string story(const NamedBytes& files) {
  const OpenRun run = opened(files);
  const auto source = run.source(0, 0);
  std::string text;
  while (const model::Record* record = source->next()) {
    if (!text.empty()) text += ", ";
    text += type_name(record->type);
    const model::Process& process = run.run.processes[0];
    if (record->values != nullptr)
      text += fmt::format(" {}", process.functions[process.sites[record->site].function].name);
    if (record->type == model::RecordType::kLoss) {
      text += fmt::format(" {}/{}", record->lost_chunks, record->lost_calls);
    } else {
      text += fmt::format(" {}-{}", record->start.ns, record->end.ns);
    }
    for (const model::RequestEntry& entry : record->listed) text += fmt::format(" #{}", entry.id);
  }
  return text;
}

synthetic::Call barrier(std::uint64_t gap, std::uint64_t duration) {
  return {"MPI_Barrier", gap, duration, {}, {}, 0};
}

TEST(ThreadReader, GoesThroughAllChunks) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  process.thread().call(barrier(5, 5));
  process.thread().end(format::End::REASON_FINALIZE);
  EXPECT_EQ(story({{"profile_0.out", process.log()}}), "call MPI_Barrier 10-30, call MPI_Barrier 35-40");
}

TEST(ThreadReader, SaysWhereAChunkIsMissing) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  process.thread().call(barrier(10, 20));
  process.thread().skip_chunk();
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  EXPECT_EQ(story({{"profile_0.out", process.log()}}), "call MPI_Barrier 10-30, loss 1/0, call MPI_Barrier 70-90");
}

TEST(ThreadReader, SaysWhereCallsWereDropped) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  process.thread().loss.dropped_calls = 7;
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  EXPECT_EQ(story({{"profile_0.out", process.log()}}), "call MPI_Barrier 10-30, loss 0/7, call MPI_Barrier 40-60");
}

TEST(ThreadReader, UsesOneOfTwoChunksWithTheSameNumber) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  EXPECT_EQ(story({{"profile_0.out", process.log()}, {"copy/profile_0.out", process.log()}}), "call MPI_Barrier 10-30");
}

TEST(ThreadReader, ReplaysASlotAfterTheLog) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  process.thread().end_chunk();
  process.thread().call(barrier(10, 20));
  const std::string live = process.thread().slot("MPI_Recv", 7, {}, {{"MPI_Test", 3, 4}});
  EXPECT_EQ(story({{"profile_0.out.part", process.log()}, {"profile_0.out.live", live}}),
            "call MPI_Barrier 10-30, call MPI_Barrier 40-60, polls 60-67, unfinished MPI_Recv 67-67");
}

TEST(ThreadReader, SkipsASlotWhoseChunkWasWritten) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call(barrier(10, 20));
  const std::string live = process.thread().slot("", 0);
  process.thread().end_chunk();
  EXPECT_EQ(story({{"profile_0.out.part", process.log()}, {"profile_0.out.live", live}}), "call MPI_Barrier 10-30");
}

TEST(ThreadReader, SkipsPollsThatAreInARecordAlready) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  const std::string early = process.thread().slot("", 0, {}, {{"MPI_Test", 3, 4}});
  process.thread().polls(1, 5, {{"MPI_Test", 3, 4}});
  std::string live = process.thread().slot("", 0);
  live.replace(offsetof(format::LiveSlot, polls), sizeof(format::PendingPolls),
               early.substr(offsetof(format::LiveSlot, polls), sizeof(format::PendingPolls)));
  EXPECT_EQ(story({{"profile_0.out.part", process.log()}, {"profile_0.out.live", live}}), "polls 1-6");
}

TEST(ThreadReader, JoinsCompletionsThatGoOnInTheNextChunk) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  thread.call(
      {"MPI_Waitall", 10, 20, {{Field::kRequest, 1}, {Field::kRequests, 4}}, {{2, false, {}}, {1, false, {}}}, 0});
  thread.end_chunk();
  thread.completed({{2, false, synthetic::Status{0, 1, 8}}, {5, false, {}}});
  thread.call(barrier(10, 20));
  thread.end_chunk();
  EXPECT_EQ(story({{"profile_0.out", process.log()}}),
            "call MPI_Waitall 10-30 #2 #1, completed MPI_Waitall 10-30 #2 #5, call MPI_Barrier 40-60");
}

TEST(ThreadReader, JoinsTheRanksOfAnEpochThatGoOnBehindIt) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  thread.call(
      {"MPI_Win_post", 10, 20, {{Field::kObject, 3}, {Field::kRequests, 3}}, {{2, false, {}}, {0, false, {}}}, 0});
  thread.completed({{1, false, {}}});
  thread.end_chunk();
  EXPECT_EQ(story({{"profile_0.out", process.log()}}),
            "call MPI_Win_post 10-30 #2 #0, completed MPI_Win_post 10-30 #1");
}

TEST(ThreadReader, HidesWhatWasMadeWhilePaused) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  thread.call(barrier(10, 20));
  thread.pause(5);
  thread.call(barrier(0, 0));
  thread.resume(100);
  thread.call(barrier(10, 20));
  thread.end_chunk();
  const OpenRun run = opened({{"profile_0.out", process.log()}});
  EXPECT_EQ(run.run.processes[0].threads[0].calls, 2U);
  const auto source = run.source(0, 0);
  std::vector<bool> shown;
  while (const model::Record* record = source->next()) shown.push_back(record->shown);
  EXPECT_EQ(shown, (std::vector<bool>{true, true, false, true, true}));
}

}  // namespace
}  // namespace mpitrace::read
