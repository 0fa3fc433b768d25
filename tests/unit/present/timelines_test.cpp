// SPDX-License-Identifier: BSD-3-Clause
// Whole runs in both forms, written in one pass: each keeps the rules of its viewer, and both show the same.
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "perfetto/perfetto_trace.pb.h"
#include "perfetto/shown.h"
#include "synthetic/opened.h"
#include "synthetic/patterns.h"
#include "synthetic/writer.h"
#include "unit/cli/command_line.h"

namespace mpitrace::present {
namespace {

using synthetic::Field;
using synthetic::NamedBytes;
using tests::Shown;
using tests::ShownSlice;

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A run as both files, through the command.
std::pair<std::string, std::string> both_forms(const NamedBytes& files, const std::vector<std::string>& options = {}) {
  const std::string run = tests::folder_with(files);
  const std::string name = run + "/merged.json";
  std::vector<std::string> words = options;
  for (const char* word : {"merge", "--format", "chrome,perfetto", "-o"}) words.emplace_back(word);
  words.push_back(name);
  words.push_back(run);
  EXPECT_EQ(tests::run_command(words).exit_code, 0);
  return {content(name), content(run + "/merged.pftrace")};
}

bool is_request(const ShownSlice& slice) {
  return slice.track.name == "requests";
}

Shown expect_both_forms_the_same(const NamedBytes& files, const std::vector<std::string>& options = {}) {
  const auto [json, packets] = both_forms(files, options);
  const Shown perfetto = tests::read_perfetto(packets);
  for (const std::string& sentence : tests::differences(tests::read_chrome(json), perfetto)) ADD_FAILURE() << sentence;
  return perfetto;
}

std::size_t count_of(const std::multiset<ShownSlice>& slices, auto&& is) {
  return static_cast<std::size_t>(std::count_if(slices.begin(), slices.end(), is));
}

NamedBytes pattern(std::uint32_t ranks, std::uint64_t calls) {
  NamedBytes files;
  synthetic::make_pattern_run(ranks, calls, [&](std::uint32_t rank, const std::string& log) {
    files.emplace_back("profile_" + std::to_string(rank) + ".out", log);
  });
  return files;
}

TEST(Timelines, ShowEveryCallAndMessageOfAPattern) {
  const Shown shown = expect_both_forms_the_same(pattern(4, 600));
  EXPECT_EQ(shown.facts.at("matched"), std::to_string(4 * 50 * 3));
  EXPECT_EQ(count_of(shown.slices, is_request), 4U * 50 * 4);
  EXPECT_EQ(count_of(shown.slices, [](const auto& slice) { return slice.name == "MPI_Allreduce"; }), 4U * 50);
  for (const auto& [track_and_time, value] : shown.counters) EXPECT_GE(value, 0);
}

TEST(Timelines, ShowTheSpanOfTimeAskedFor) {
  const Shown shown = expect_both_forms_the_same(pattern(2, 600), {"--time", "2ms:3ms"});
  for (const ShownSlice& slice : shown.slices) {
    EXPECT_LE(slice.start_ns, 3'000'000);
    EXPECT_GE(slice.end_ns, 2'000'000);
  }
  EXPECT_FALSE(shown.slices.empty());
}

TEST(Timelines, AreTheSameForAnyNumberOfWorkers) {
  const NamedBytes files = pattern(5, 3'000);
  const auto one = both_forms(files, {"--jobs", "1"});
  const auto four = both_forms(files, {"--jobs", "4"});
  EXPECT_TRUE(one.first == four.first);
  EXPECT_TRUE(one.second == four.second);
}

// A rank of which much is to be said: two threads, regions and steps, polls, pauses, losses, names that are no UTF-8,
// a call that never ended.
NamedBytes eventful() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 2));
  synthetic::ThreadWriter& thread = process.thread();
  thread.info(1, "main");
  thread.communicator(synthetic::world(0, 2));
  thread.communicator_name(1, "gr\xfc\"n");
  thread.control(static_cast<std::uint64_t>(format::Control::kStep), {7});
  thread.call({"MPI_Send", 10, 20, {{Field::kCommunicator, 1}, {Field::kPeer, 1}, {Field::kSentBytes, 8}}, {}, 1});
  thread.call({"MPI_Comm_rank", 0, 0, {}, {}, 2});
  thread.call({"MPI_Isend", 5, 5, {{Field::kCommunicator, 1}, {Field::kPeer, 1}, {Field::kRequest, 1}}, {}, 3});
  thread.call({"MPI_Irecv",
               5,
               5,
               {{Field::kCommunicator, 1}, {Field::kPeer, -1}, {Field::kTag, -1}, {Field::kRequest, 2}},
               {},
               4});
  thread.call({"MPI_Request_free", 5, 5, {{Field::kRequest, 1}}, {}, 5});
  thread.polls(5, 90, {{"MPI_Test", 3, 60, 6}, {"MPI_Iprobe", 2, 20, 7}});
  thread.call({"MPI_Bcast",
               5,
               50,
               {{Field::kCommunicator, 1}, {Field::kPeer, 0}, {Field::kSentBytes, 64}, {Field::kSequence, 0}},
               {},
               8});
  thread.pause(3);
  thread.call({"MPI_Comm_rank", 0, 0, {}, {}, 2});
  thread.resume(40);
  thread.flush(1, 10);
  thread.call({"MPI_Isend", 5, 5, {{Field::kCommunicator, 1}, {Field::kPeer, 1}, {Field::kRequest, 3}}, {}, 3});
  thread.end_chunk();
  thread.call({"MPI_Barrier", 5, 5, {{Field::kCommunicator, 1}, {Field::kSequence, 1}}, {}, 9});
  thread.skip_chunk();
  thread.call({"MPI_Barrier", 5, 50, {{Field::kCommunicator, 1}, {Field::kSequence, 2}}, {}, 9});
  thread.end_chunk();
  synthetic::ThreadWriter& other = process.thread(1);
  other.info(2, "helper \xff");
  other.call({"MPI_Recv", 30, 500, {{Field::kCommunicator, 1}, {Field::kPeer, 1}, {Field::kMatchedPeer, 1}}, {}, 10});
  other.end(format::End::REASON_THREAD_EXIT);
  format::CurrentCall current{};
  current.given = 7;
  current.communicator = 1;
  const std::string live = thread.slot("MPI_Recv", 5, current);
  synthetic::ProcessWriter peer(synthetic::make_header(1, 2));
  peer.thread().communicator(synthetic::world(1, 2));
  peer.thread().call({"MPI_Send", 300, 20, {{Field::kCommunicator, 1}, {Field::kPeer, 0}}, {}, 1});
  peer.thread().end(format::End::REASON_FINALIZE);
  return {{"profile_0.out.part", process.log()}, {"profile_0.out.live", live}, {"profile_1.out", peer.log()}};
}

TEST(Timelines, ShowWhatIsOutOfTheOrdinary) {
  const Shown shown = expect_both_forms_the_same(eventful());
  const auto has = [&](const auto& slices, const std::string& name, const std::string& argument,
                       const std::string& value) {
    return count_of(slices, [&](const auto& slice) {
      const auto found = slice.arguments.find(argument);
      return slice.name == name && found != slice.arguments.end() && found->second == value;
    });
  };
  EXPECT_EQ(has(shown.slices, "MPI_Recv", "unfinished", "1"), 1U);
  EXPECT_EQ(has(shown.slices, "MPI_Comm_rank", "true_dur_ns", "0"), 1U);
  EXPECT_EQ(has(shown.slices, "MPI_Isend", "end_unknown", "request freed"), 1U);
  EXPECT_EQ(has(shown.slices, "MPI_Irecv", "end_unknown", "recording paused"), 1U);
  EXPECT_EQ(has(shown.slices, "MPI_Isend", "end_unknown", "records lost"), 1U);
  EXPECT_EQ(has(shown.slices, "MPI_Test", "MPI_Iprobe #7", "2") + has(shown.slices, "MPI_Test", "failed_polls", "5"),
            1U);
  EXPECT_EQ(has(shown.slices, "MPI_Bcast", "comm", "gr\xef\xbf\xbd\"n"), 1U);
  EXPECT_EQ(has(shown.instants, "records lost", "chunks", "1"), 1U);
}

// More requests in flight than there are lanes.
TEST(Timelines, CountTheRequestsForWhichThereIsNoLane) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  thread.communicator(synthetic::world(0, 1));
  for (std::int64_t i = 1; i <= 100; ++i)
    thread.call({"MPI_Irecv", 5'000, 100, {{Field::kCommunicator, 1}, {Field::kTag, i}, {Field::kRequest, i}}, {}, 1});
  thread.call(
      {"MPI_Waitall", 50'000, 100, {{Field::kGiven, 100}, {Field::kRequest, 1}, {Field::kRequests, 100}}, {}, 2});
  thread.end(format::End::REASON_FINALIZE);
  const Shown shown = expect_both_forms_the_same({{"profile_0.out", process.log()}});
  EXPECT_EQ(count_of(shown.slices, is_request), 64U);
  EXPECT_EQ(shown.facts.at("requests_without_lane"), "36");
  std::int64_t most = 0;
  for (const auto& [where, value] : shown.counters)
    if (std::get<0>(where).name == "requests in flight") most = std::max(most, value);
  EXPECT_GE(most, 90);
  EXPECT_LE(most, 100);
}

NamedBytes run_of_earlier_version(const std::string& name) {
  NamedBytes files;
  for (const auto& entry : std::filesystem::directory_iterator(MPITRACE_GOLDEN "/format-v1/" + name))
    files.emplace_back(entry.path().filename(), content(entry.path()));
  return files;
}

TEST(Timelines, ShowRunsOfEarlierVersions) {
  for (const char* name : {"messages", "polls", "threads", "fortran", "killed"}) {
    const Shown shown = expect_both_forms_the_same(run_of_earlier_version(name));
    EXPECT_FALSE(shown.slices.empty()) << name;
  }
}

// One a line, without the names that all sequences start with.
std::string packets_of(const std::string& bytes) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  perfetto::Trace trace;
  EXPECT_TRUE(trace.ParseFromString(bytes));
  std::string lines;
  for (perfetto::TracePacket& packet : *trace.mutable_packet()) {
    if (packet.has_compressed_packets()) {
      lines += packets_of(tests::inflated(packet.compressed_packets()));
      continue;
    }
    if (packet.first_packet_on_sequence()) packet.clear_interned_data();
    std::string line;
    printer.PrintToString(packet, &line);
    line.pop_back();  // a space
    if (line.find("merged_by") == std::string::npos) lines += line + "\n";
  }
  return lines;
}

TEST(Timelines, AreWrittenInPerfettosFormAsBefore) {
  const std::string packets = packets_of(both_forms(run_of_earlier_version("messages")).second);
  EXPECT_EQ(packets, content(MPITRACE_GOLDEN "/perfetto/messages.txt"));
}

}  // namespace
}  // namespace mpitrace::present
