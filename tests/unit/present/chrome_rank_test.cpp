// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_rank.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

using model::Field;
using model::Kind;
using model::Record;
using model::RecordType;
using model::Time;

enum SiteNumber : std::uint32_t { kSend, kRecv, kIrecv, kWaitall, kBcast, kTest, kPut, kFence, kRead };

// Two ranks of one world, rank 1 with every function of SiteNumber; the process under test.
class Bench {
 public:
  explicit Bench(const TimelineOptions& chosen = {}) : options(chosen) {
    const std::pair<const char*, model::Function> functions[] = {
        {"ring.c:10", {"MPI_Send", model::Group::kPointToPoint, Kind::kSend}},
        {"ring.c:11", {"MPI_Recv", model::Group::kPointToPoint, Kind::kReceive}},
        {"ring.c:12", {"MPI_Irecv", model::Group::kPointToPoint, Kind::kReceiveStart}},
        {"ring.c:13", {"MPI_Waitall", model::Group::kPointToPoint, Kind::kComplete}},
        {"ring.c:14", {"MPI_Bcast", model::Group::kCollective, Kind::kCollective}},
        {"ring.c:15", {"MPI_Test", model::Group::kPointToPoint, Kind::kComplete}},
        {"ring.c:16", {"MPI_Put", model::Group::kRma, Kind::kPut}},
        {"ring.c:17", {"MPI_Win_fence", model::Group::kRma, Kind::kFence}},
        {"ring.c:18", {"MPI_File_read_at_all", model::Group::kIo, Kind::kFileRead}}};
    run.processes.resize(2);
    run.processes[0].rank = {0};
    run.processes[1].rank = {1};
    run.processes[1].host = "node1";
    run.processes[1].threads.resize(1);
    for (const auto& [place, function] : functions) {
      run.processes[1].sites.push_back(
          {static_cast<std::uint32_t>(run.processes[1].functions.size()), model::kNoModule, 0});
      run.processes[1].functions.push_back(function);
      sites.push_back({place, "main"});
    }
    run.end = {1'000'000};
    model::Communicator& world = communicators.all.emplace_back();
    world.name = "world";
    world.is_world = true;
    communicators.views.resize(2);
    for (std::int32_t process = 0; process < 2; ++process) {
      world.members.add(process, process);
      communicators.views[static_cast<std::size_t>(process)].add(1, {0, false});
    }
  }

  ChromeRank rank() { return ChromeRank(run, communicators, sites, 1, {2, 2000}, options); }
  static Record call(SiteNumber site, Kind kind, std::int64_t start, std::int64_t end, const model::Values& values) {
    Record record;
    record.kind = kind;
    record.site = site;
    record.start = {start};
    record.end = {end};
    record.values = &values;
    return record;
  }
  static model::Values envelope(std::int64_t peer, std::int64_t tag) {
    model::Values values;
    values[Field::kCommunicator] = 1;
    values[Field::kPeer] = peer;
    values[Field::kTag] = tag;
    values[Field::kMatchedPeer] = 0;
    values[Field::kMatchedTag] = tag;
    values[Field::kSentBytes] = 64;
    values[Field::kRecvBytes] = 64;
    return values;
  }

  model::Run run;
  model::Communicators communicators;
  std::vector<model::SiteName> sites;
  TimelineOptions options;
};

TEST(ChromeRank, WritesACallWithItsArgumentsAndTheStartOfItsMessage) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  const Record record = Bench::call(kSend, Kind::kSend, 1'500, 2'750, values);
  const std::uint64_t flow = 12;
  rank.take({&record, 0, {&flow, 1}, {}, {}, {}, 0});
  EXPECT_EQ(
      rank.written().view(),
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_Send","cat":"mpi.p2p","ts":1.500,"dur":1.250,"args":{"at":"ring.c:10","in":"main","comm":"world","peer":0,"tag":7,"bytes":64}},)"
      "\n"
      R"({"ph":"s","pid":2,"tid":2001,"name":"message","cat":"mpi","ts":1.500,"id":12},)"
      "\n");
}

TEST(ChromeRank, MarksWhatTheRepairOfClocksMoved) {
  Bench bench;
  bench.run.processes[1].clock_moves = {{{2'999}, {0}}, {{3'000}, {500}}, {{53'000}, {0}}};
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  const Record moved = Bench::call(kRecv, Kind::kReceive, 1'000, 3'000, values);
  rank.take({&moved, 0, {}, {}, {}, {}, 0});
  EXPECT_NE(rank.written().view().find(",\"moved_ns\":500}"), std::string_view::npos);
  rank.written().clear();
  const Record still = Bench::call(kRecv, Kind::kReceive, 60'000, 61'000, values);
  rank.take({&still, 0, {}, {}, {}, {}, 0});
  EXPECT_EQ(rank.written().view().find("moved_ns"), std::string_view::npos);
}

TEST(ChromeRank, EndsTheArrowOfAnEarlySendAtTheCallItself) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(model::kAnySource, 7);
  const Record record = Bench::call(kRecv, Kind::kReceive, 2'000, 3'000, values);
  const model::Receipt receipt{12, 0, {1'500}};
  rank.take({&record, 0, {}, {&receipt, 1}, {}, {}, 0});
  EXPECT_EQ(
      rank.written().view(),
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_Recv","cat":"mpi.p2p","ts":2.000,"dur":1.000,"args":{"at":"ring.c:11","in":"main","comm":"world","peer":0,"tag":7,"bytes":64,"asked_peer":"any"}},)"
      "\n"
      R"({"ph":"f","bp":"e","pid":2,"tid":2001,"name":"message","cat":"mpi","ts":2.000,"id":12},)"
      "\n");
}

TEST(ChromeRank, EndsTheArrowOfALateSendAtASliceThatBeginsWithTheSending) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  const Record record = Bench::call(kRecv, Kind::kReceive, 2'000, 3'000, values);
  const model::Receipt receipt{12, 0, {2'600}};
  rank.take({&record, 0, {}, {&receipt, 1}, {}, {}, 0});
  EXPECT_NE(rank.written().view().find(
                R"({"ph":"X","pid":2,"tid":2001,"name":"recv<-0","cat":"mpi.wait","ts":2.601,"dur":0.398},)"
                "\n"
                R"({"ph":"f","bp":"e","pid":2,"tid":2001,"name":"message","cat":"mpi","ts":2.601,"id":12},)"),
            std::string_view::npos);
}

TEST(ChromeRank, LaysSeveralLateSendsSideBySide) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values;
  const Record record = Bench::call(kWaitall, Kind::kComplete, 2'000, 3'000, values);
  const model::Receipt receipts[] = {{20, 0, {2'800}}, {22, 0, {2'500}}, {24, 0, {2'500}}};
  rank.take({&record, 0, {}, receipts, {}, {}, 0});
  rank.finish();
  const std::string_view lines = rank.written().view();
  for (const char* slice :
       {R"("ts":2.501,"dur":0.001},)", R"("ts":2.503,"dur":0.297},)", R"("ts":2.801,"dur":0.198},)"})
    EXPECT_NE(lines.find(slice), std::string_view::npos) << slice << " in " << lines;
}

TEST(ChromeRank, ShowsWhatTheMainThreadComputesBetweenItsCalls) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  const Record first = Bench::call(kSend, Kind::kSend, 1'000, 2'000, values);
  const Record second = Bench::call(kSend, Kind::kSend, 5'000, 6'000, values);
  rank.take({&first, 0, {}, {}, {}, {}, 0});
  rank.take({&second, 0, {}, {}, {}, {}, 0});
  EXPECT_NE(rank.written().view().find(
                R"({"ph":"X","pid":2,"tid":2000,"name":"computation","cat":"compute","ts":2.000,"dur":3.000},)"),
            std::string_view::npos);
}

TEST(ChromeRank, ShowsWhatTheRecorderDoesAsItsOwnTime) {
  Bench bench;
  ChromeRank rank = bench.rank();
  Record own;
  own.type = RecordType::kClocksCompared;
  own.start = {3'000};
  own.end = {9'000};
  rank.take({&own, 0, {}, {}, {}, {}, 0});
  own.type = RecordType::kFlush;
  own.start = {9'500};
  own.end = {9'600};
  rank.take({&own, 0, {}, {}, {}, {}, 0});
  EXPECT_EQ(rank.written().view(),
            R"({"ph":"X","pid":2,"tid":2001,"name":"clocks compared","cat":"mpitrace","ts":3.000,"dur":6.000},)"
            "\n"
            R"({"ph":"X","pid":2,"tid":2001,"name":"trace written","cat":"mpitrace","ts":9.500,"dur":0.100},)"
            "\n");
}

TEST(ChromeRank, FoldsFailedPollsIntoOneSlice) {
  Bench bench;
  ChromeRank rank = bench.rank();
  Record record;
  record.type = RecordType::kPolls;
  record.start = {1'000};
  record.end = {9'000};
  const model::PolledSite polled{kTest, 40, {7'000}};
  record.polled = {&polled, 1};
  rank.take({&record, 0, {}, {}, {}, {}, 0});
  EXPECT_EQ(
      rank.written().view(),
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_Test","cat":"mpi.wait","ts":1.000,"dur":8.000,"args":{"at":"ring.c:15","in":"main","failed_polls":40,"busy_ns":7000}},)"
      "\n");
}

TEST(ChromeRank, ClosesACallThatNeverReturnedAtTheEndOfTheRun) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  Record record = Bench::call(kRecv, Kind::kReceive, 400'000, 400'000, values);
  record.type = RecordType::kUnfinished;
  record.given = 7;
  rank.take({&record, 0, {}, {}, {}, {}, 0});
  EXPECT_NE(
      rank.written().view().find(
          R"("ts":400.000,"dur":600.000,"args":{"at":"ring.c:11","in":"main","unfinished":1,"comm":"world","peer":0,"tag":7}},)"),
      std::string_view::npos);
  EXPECT_NE(rank.written().view().find(R"({"ph":"i","s":"t",)"), std::string_view::npos);
  EXPECT_EQ(rank.unfinished(), 1U);
}

TEST(ChromeRank, NeverLetsSlicesOfATrackOverlap) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  const Record first = Bench::call(kSend, Kind::kSend, 1'000, 1'000, values);
  const Record second = Bench::call(kSend, Kind::kSend, 1'000, 1'400, values);
  rank.take({&first, 0, {}, {}, {}, {}, 0});
  rank.take({&second, 0, {}, {}, {}, {}, 0});
  EXPECT_NE(rank.written().view().find(R"("ts":1.000,"dur":0.001,)"), std::string_view::npos);
  EXPECT_NE(rank.written().view().find(R"("ts":1.001,"dur":0.399,)"), std::string_view::npos);
  EXPECT_NE(rank.written().view().find(R"("true_dur_ns":0)"), std::string_view::npos);
}

TEST(ChromeRank, ShowsBytesInFlightAtMostEveryTenMicroseconds) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  for (std::int64_t i = 0; i < 100; ++i) {
    const Record record = Bench::call(kIrecv, Kind::kReceiveStart, i * 1'000, i * 1'000 + 500, values);
    rank.take({&record, 0, {}, {}, {}, {}, i + 1});
  }
  rank.finish();
  std::size_t counters = 0;
  const std::string_view lines = rank.written().view();
  for (std::size_t at = 0; (at = lines.find("\"ph\":\"C\"", at)) != std::string_view::npos; ++at) ++counters;
  EXPECT_GE(counters, 10U);
  EXPECT_LE(counters, 12U);
  EXPECT_NE(lines.find(R"("args":{"bytes":100}})"), std::string_view::npos);
}

TEST(ChromeRank, LeavesOutWhatLiesOutsideTheWantedTime) {
  Bench bench;
  bench.options.from = {2'000};
  bench.options.to = {3'000};
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 7);
  for (const std::int64_t start : {1'000, 2'500, 4'000}) {
    const Record record = Bench::call(kSend, Kind::kSend, start, start + 100, values);
    rank.take({&record, 0, {}, {}, {}, {}, 0});
  }
  const std::string_view lines = rank.written().view();
  EXPECT_EQ(lines.find("MPI_Send"), lines.rfind("MPI_Send"));
  EXPECT_NE(lines.find(R"("ts":2.500)"), std::string_view::npos);
}

// Windows and files are the same for all ranks by the collective that made them, whatever each rank's numbers are.
TEST(ChromeRank, SaysWindowAndTargetOfAOneSidedCall) {
  Bench bench;
  bench.run.processes[1].windows[3] = {3, 1, 7, model::Flavour::kAllocate, 400, 4, "halo"};
  ChromeRank rank = bench.rank();
  model::Values values;
  values[Field::kObject] = 3;
  values[Field::kSentBytes] = 64;
  values[Field::kSequence] = 5;
  const Record put = Bench::call(kPut, Kind::kPut, 1'500, 2'750, values);
  rank.take({&put, 0, {}, {}, {}, {}, 0});
  const Record fence = Bench::call(kFence, Kind::kFence, 2'750, 3'750, values);
  rank.take({&fence, 0, {}, {}, {}, {}, 0});
  EXPECT_EQ(
      rank.written().view(),
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_Put","cat":"mpi.rma","ts":1.500,"dur":1.250,"args":{"at":"ring.c:16","in":"main","window":"halo","target":0,"bytes":64}},)"
      "\n"
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_Win_fence","cat":"mpi.rma","ts":2.750,"dur":1.000,"args":{"at":"ring.c:17","in":"main","window":"halo","seq":5,"coll":"0:7:5"}},)"
      "\n");
}

TEST(ChromeRank, SaysFileAndOffsetOfARead) {
  Bench bench;
  bench.run.processes[1].files[2] = {2, 1, 8, "data/\"numbers\"", 9};
  ChromeRank rank = bench.rank();
  model::Values values;
  values[Field::kObject] = 2;
  values[Field::kRecvBytes] = 64;
  values[Field::kOffset] = 128;
  const Record read = Bench::call(kRead, Kind::kFileRead, 1'500, 2'750, values);
  rank.take({&read, 0, {}, {}, {}, {}, 0});
  EXPECT_EQ(
      rank.written().view(),
      R"({"ph":"X","pid":2,"tid":2001,"name":"MPI_File_read_at_all","cat":"mpi.io","ts":1.500,"dur":1.250,"args":{"at":"ring.c:18","in":"main","file":"data/\"numbers\"","bytes":64,"offset":128,"seq":0,"coll":"0:8:0"}},)"
      "\n");
}

// What is left of the lines without the ids: "B solve 1.000", "E 3.000", "X MPI_Send 1.500", "i step 7 0.500".
std::string outline(std::string_view lines) {
  std::string text;
  const auto value = [&](std::string_view line, std::string_view key, char end) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) return std::string();
    line.remove_prefix(at + key.size());
    return std::string(line.substr(0, line.find_first_of(end == ',' ? ",}" : "\"")));
  };
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size() + 1);
    text += value(line, "\"ph\":\"", '"');
    if (const std::string name = value(line, "\"name\":\"", '"'); !name.empty()) text += " " + name;
    text += " " + value(line, "\"ts\":", ',') + "; ";
  }
  return text;
}

class Regions : public testing::Test {
 protected:
  explicit Regions(const TimelineOptions& options = {}) : bench(options) {}

  void mark(RecordType type, std::int64_t at, std::string_view name = "", std::uint64_t number = 0) {
    Record record;
    record.type = type;
    record.start = record.end = {at};
    record.name = name;
    record.number = number;
    rank.take({&record, 0, {}, {}, {}, {}, 0});
  }
  void send(std::int64_t start, std::int64_t end) {
    const model::Values values = Bench::envelope(0, 7);
    const Record record = Bench::call(kSend, Kind::kSend, start, end, values);
    rank.take({&record, 0, {}, {}, {}, {}, 0});
  }

  Bench bench;
  ChromeRank rank = bench.rank();
};

class RegionsInASpan : public Regions {
 protected:
  RegionsInASpan() : Regions({.from = {5'000}, .to = {6'000}}) {}
};

TEST_F(Regions, HoldTheCallsMadeInThem) {
  mark(RecordType::kStep, 500, "", 7);
  mark(RecordType::kRegionBegin, 1'000, "solve");
  mark(RecordType::kRegionBegin, 1'200, "halo");
  send(1'500, 2'000);
  mark(RecordType::kRegionEnd, 2'500);
  mark(RecordType::kRegionEnd, 3'000);
  EXPECT_EQ(outline(rank.written().view()),
            "i step 7 0.500; B solve 1.000; B halo 1.200; X MPI_Send 1.500; E 2.500; E 3.000; ");
}

TEST_F(Regions, ThatNeverEndEndWithTheRun) {
  mark(RecordType::kRegionBegin, 1'000, "solve");
  rank.finish();
  EXPECT_EQ(outline(rank.written().view()), "B solve 1.000; E 1000.000; ");
}

TEST_F(Regions, WhoseBeginningWasLostAreLeftOut) {
  mark(RecordType::kRegionEnd, 1'000);
  EXPECT_EQ(rank.written().view(), "");
}

TEST_F(RegionsInASpan, AreThoseThatTouchIt) {
  mark(RecordType::kRegionBegin, 1'000, "whole");
  mark(RecordType::kRegionBegin, 2'000, "before");
  mark(RecordType::kRegionEnd, 3'000);
  mark(RecordType::kRegionBegin, 7'000, "after");
  mark(RecordType::kRegionEnd, 8'000);
  mark(RecordType::kRegionEnd, 9'000);
  EXPECT_EQ(outline(rank.written().view()), "B whole 1.000; E 9.000; ");
}

TEST(ChromeRank, SaysHowAVectorOfBytesIsSpread) {
  Bench bench;
  ChromeRank rank = bench.rank();
  const model::Values values = Bench::envelope(0, 0);
  Record record = Bench::call(kBcast, Kind::kCollective, 1'000, 2'000, values);
  const model::PeerBytes row{{8, 0, 64, 0}, 64, 2};
  record.peer_bytes = &row;
  rank.take({&record, 0, {}, {}, {}, {}, 0});
  EXPECT_NE(rank.written().view().find(R"("most_to_one_rank":64,"ranks_sent_nothing":2)"), std::string_view::npos);
}

}  // namespace
}  // namespace mpitrace::present
