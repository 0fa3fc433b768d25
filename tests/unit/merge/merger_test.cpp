// SPDX-License-Identifier: BSD-3-Clause
#include "merge/merger.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "merge/communicators.h"
#include "merge/slices.h"
#include "synthetic/opened.h"
#include "synthetic/patterns.h"
#include "synthetic/writer.h"

namespace mpitrace::merge {
namespace {

using format::Field;
using synthetic::NamedBytes;

// Remembers everything, as text that two runs can be compared by.
class Memory final : public model::MergedSink {
 public:
  explicit Memory(std::int32_t rank) : rank_(rank) {}
  void take(const model::MergedRecord& merged) override {
    for (const std::uint64_t flow : merged.sent) {
      sent.insert(flow);
      text += std::to_string(rank_) + " sends " + std::to_string(flow) + "\n";
    }
    for (const model::Receipt& receipt : merged.received) receive(receipt);
    for (const std::uint64_t flow : merged.began) began.insert(flow);
    for (const std::uint64_t flow : merged.completed) completed.insert(flow);
    bytes_in_flight = merged.bytes_in_flight;
  }
  void take_late(const model::LateReceipt& late) override { receive(late.receipt); }

  std::set<std::uint64_t> sent;
  std::set<std::uint64_t> received;
  std::set<std::uint64_t> began;
  std::set<std::uint64_t> completed;
  std::int64_t bytes_in_flight = 0;
  std::string text;

 private:
  void receive(const model::Receipt& receipt) {
    received.insert(receipt.flow);
    text += std::to_string(rank_) + " receives " + std::to_string(receipt.flow) + " from " +
            std::to_string(receipt.sender) + "\n";
  }
  std::int32_t rank_;
};

struct Merged {
  model::MessageCounts counts;
  std::vector<std::unique_ptr<Memory>> sinks;
};

Merged merged(const NamedBytes& files, std::size_t workers_count = 1, std::uint64_t slice_bytes = 1'000) {
  const read::OpenRun open = synthetic::opened(files);
  const model::Communicators communicators = unite_communicators(open.run);
  Merged result;
  std::vector<model::MergedSink*> sinks;
  for (const model::Process& process : open.run.processes) {
    result.sinks.push_back(std::make_unique<Memory>(process.rank.value));
    sinks.push_back(result.sinks.back().get());
  }
  Merger merger(
      open.run, communicators, [&](std::size_t process, std::size_t thread) { return open.source(process, thread); },
      sinks);
  std::vector<Work> work;
  for (const auto& span : open.chunk_spans()) work.push_back({span.start, span.end, span.bytes});
  model::Workers workers(workers_count);
  result.counts = merger.merge(cut_slices(work, slice_bytes), workers, [](std::size_t, std::size_t) {});
  return result;
}

// A rank of two that writes one call after the other.
class Rank {
 public:
  explicit Rank(std::int32_t rank) : process_(synthetic::make_header(rank, 2)) {
    process_.thread().communicator(synthetic::world(rank, 2));
  }
  Rank& send(std::uint64_t gap, std::int64_t tag = 1) {
    return add("MPI_Send", gap, {{Field::kPeer, 1}, {Field::kTag, tag}, {Field::kSentBytes, 8}});
  }
  Rank& receive(std::uint64_t gap, std::int64_t tag = 1) {
    return add("MPI_Recv", gap, {{Field::kTag, tag}, {Field::kMatchedTag, tag}, {Field::kRecvBytes, 8}});
  }
  Rank& add(const char* function, std::uint64_t gap, std::vector<std::pair<Field, std::int64_t>> fields,
            std::vector<synthetic::Entry> entries = {}) {
    fields.emplace_back(Field::kCommunicator, 1);
    process_.thread().call({function, gap, 10, std::move(fields), std::move(entries), 0});
    return *this;
  }
  synthetic::ThreadWriter& thread() { return process_.thread(); }
  std::string end() {
    process_.thread().end(format::End::REASON_FINALIZE);
    return process_.log();
  }

 private:
  synthetic::ProcessWriter process_;
};

NamedBytes files(Rank& sender, Rank& receiver) {
  return {{"profile_0.out", sender.end()}, {"profile_1.out", receiver.end()}};
}

TEST(Merger, MatchesEveryMessageOfARunOfKnownTruth) {
  std::vector<std::string> logs;
  const synthetic::Truth truth =
      synthetic::make_pattern_run(5, 3'000, [&](std::uint32_t, const std::string& log) { logs.push_back(log); });
  NamedBytes run;
  for (std::size_t i = 0; i < logs.size(); ++i) run.emplace_back("profile_" + std::to_string(i) + ".out", logs[i]);
  const Merged result = merged(run);
  EXPECT_EQ(result.counts.matched, truth.messages);
  EXPECT_EQ(result.counts.unmatched_sends + result.counts.unmatched_receives, 0U);
  std::set<std::uint64_t> sent;
  std::set<std::uint64_t> received;
  for (const auto& sink : result.sinks) {
    sent.insert(sink->sent.begin(), sink->sent.end());
    received.insert(sink->received.begin(), sink->received.end());
    EXPECT_EQ(sink->began, sink->completed);
    EXPECT_EQ(sink->bytes_in_flight, 0);
  }
  EXPECT_EQ(sent.size(), truth.messages);
  EXPECT_EQ(sent, received);
}

TEST(Merger, SaysTheSameForAnyNumberOfWorkers) {
  NamedBytes run;
  synthetic::make_pattern_run(5, 3'000, [&](std::uint32_t rank, const std::string& log) {
    run.emplace_back("profile_" + std::to_string(rank) + ".out", log);
  });
  const Merged one = merged(run, 1);
  const Merged four = merged(run, 4);
  for (std::size_t i = 0; i < one.sinks.size(); ++i) EXPECT_EQ(one.sinks[i]->text, four.sinks[i]->text);
}

TEST(Merger, CountsWhatHasNoCounterpart) {
  Rank sender(0);
  Rank receiver(1);
  sender.send(10).send(10).send(10, 2);
  receiver.receive(100).receive(100, 3);
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 1U);
  EXPECT_EQ(result.counts.unmatched_sends, 2U);
  EXPECT_EQ(result.counts.unmatched_receives, 1U);
}

// It names the source that it asked for, and nothing came from there.
TEST(Merger, CountsNoReceiveThatFailed) {
  Rank sender(0);
  Rank receiver(1);
  sender.send(10);
  receiver.add("MPI_Recv", 100, {{Field::kTag, 1}, {Field::kMatchedTag, 1}, {Field::kResult, 15}}).receive(100);
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.receives, 1U);
  EXPECT_EQ(result.counts.matched, 1U);
}

TEST(Merger, MatchesWhatWasMadeWhilePausedAndShowsItNowhere) {
  Rank sender(0);
  Rank receiver(1);
  sender.send(10);
  sender.thread().pause(1);
  sender.send(0);
  sender.thread().resume(1);
  sender.send(10);
  receiver.receive(100).receive(100).receive(100);
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 3U);
  EXPECT_EQ(result.sinks[0]->sent.size(), 2U);
  EXPECT_EQ(result.sinks[1]->received, result.sinks[0]->sent);
}

TEST(Merger, DoesNotCountAcrossLostRecords) {
  Rank sender(0);
  Rank receiver(1);
  sender.send(10);
  sender.thread().end_chunk();
  sender.send(10);
  sender.thread().skip_chunk();
  sender.send(10);
  receiver.receive(100).receive(100).receive(100);
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 1U);
  EXPECT_EQ(result.counts.unmatched_sends, 1U);
  EXPECT_EQ(result.counts.unmatched_receives, 2U);
  EXPECT_EQ(result.counts.after_loss, 3U);
}

TEST(Merger, FollowsPersistentRequestsFromStartToStart) {
  Rank sender(0);
  Rank receiver(1);
  sender.add("MPI_Send_init", 5, {{Field::kPeer, 1}, {Field::kTag, 1}, {Field::kSentBytes, 8}, {Field::kRequest, 1}});
  receiver.add("MPI_Recv_init", 5, {{Field::kTag, 1}, {Field::kRecvBytes, 8}, {Field::kRequest, 1}});
  for (int i = 0; i < 3; ++i) {
    sender.add("MPI_Start", 100, {{Field::kRequest, 1}, {Field::kRequests, 1}});
    sender.add("MPI_Wait", 5, {{Field::kRequest, 1}, {Field::kRequests, 1}, {Field::kGiven, 1}});
    receiver.add("MPI_Start", 100, {{Field::kRequest, 1}, {Field::kRequests, 1}});
    receiver.add("MPI_Wait", 5, {{Field::kRequest, 1}, {Field::kRequests, 1}, {Field::kGiven, 1}});
  }
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 3U);
  EXPECT_EQ(result.sinks[0]->began.size(), 3U);
  EXPECT_EQ(result.sinks[1]->completed.size(), 3U);
}

TEST(Merger, EndsWhatIsFreedBeforeItCompleted) {
  Rank sender(0);
  Rank receiver(1);
  sender.add("MPI_Isend", 5, {{Field::kPeer, 1}, {Field::kTag, 1}, {Field::kSentBytes, 8}, {Field::kRequest, 1}});
  sender.add("MPI_Request_free", 5, {{Field::kRequest, 1}});
  receiver.receive(100);
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 1U);
  EXPECT_EQ(result.sinks[0]->began.size(), 1U);
  EXPECT_EQ(result.sinks[0]->completed, result.sinks[0]->began);
  EXPECT_EQ(result.sinks[0]->bytes_in_flight, 0);
}

TEST(Merger, BeginsNothingForAPersistentRequestToNobody) {
  Rank sender(0);
  Rank receiver(1);
  sender.add("MPI_Send_init", 5, {{Field::kPeer, -2}, {Field::kTag, 1}, {Field::kSentBytes, 8}, {Field::kRequest, 1}});
  sender.add("MPI_Start", 5, {{Field::kRequest, 1}, {Field::kRequests, 1}});
  receiver.add("MPI_Recv_init", 5, {{Field::kPeer, -2}, {Field::kRecvBytes, 8}, {Field::kRequest, 1}});
  receiver.add("MPI_Start", 5, {{Field::kRequest, 1}, {Field::kRequests, 1}});
  receiver.add("MPI_Wait", 5, {{Field::kRequest, 1}, {Field::kRequests, 1}, {Field::kGiven, 1}});
  const Merged result = merged(files(sender, receiver));
  for (const auto& sink : result.sinks) {
    EXPECT_TRUE(sink->began.empty());
    EXPECT_TRUE(sink->completed.empty());
  }
  EXPECT_EQ(result.counts.receives, 0U);
}

TEST(Merger, ForgetsPathsWhoseMessagesAllArrived) {
  // A new tag for each message: nothing may be remembered of the tags before.
  Rank sender(0);
  Rank receiver(1);
  for (std::int64_t tag = 0; tag < 20'000; ++tag) {
    sender.send(100, tag % 5'000);
    receiver.receive(tag == 0 ? 150 : 100, tag % 5'000);
  }
  const Merged result = merged(files(sender, receiver));
  EXPECT_EQ(result.counts.matched, 20'000U);
}

TEST(Merger, DoesNotGoThroughRequestsThatCannotBe) {
  Rank sender(0);
  Rank receiver(1);
  sender.add("MPI_Waitall", 5, {{Field::kRequest, 1}, {Field::kRequests, std::int64_t{1} << 60U}});
  receiver.add("MPI_Startall", 5, {{Field::kRequest, 1}, {Field::kRequests, -1}});
  EXPECT_EQ(merged(files(sender, receiver)).counts.matched, 0U);
}

}  // namespace
}  // namespace mpitrace::merge
