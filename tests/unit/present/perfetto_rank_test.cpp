// SPDX-License-Identifier: BSD-3-Clause
// Records one by one, into both forms at once: what only comes up between certain records.
#include "present/perfetto_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "perfetto/shown.h"
#include "present/chrome_file.h"
#include "present/perfetto_file.h"

namespace mpitrace::present {
namespace {

using model::Field;
using model::Kind;
using model::Record;
using model::RecordType;
using tests::Shown;
using tests::ShownSlice;

// Two ranks of one world; the second is the process under test.
class PerfettoRanks : public testing::Test {
 protected:
  PerfettoRanks() {
    run.processes.resize(2);
    for (std::int32_t i = 0; i < 2; ++i) {
      model::Process& process = run.processes[static_cast<std::size_t>(i)];
      process.rank = {i};
      process.threads.resize(1);
      process.functions = {{"MPI_Send", model::Group::kPointToPoint, Kind::kSend},
                           {"MPI_Waitall", model::Group::kPointToPoint, Kind::kComplete}};
      process.sites = {{0, model::kNoModule, 0}, {1, model::kNoModule, 0}};
      names.push_back({{"ring.c:10", "main"}, {"ring.c:11", ""}});
    }
    run.end = {1'000'000};
    model::Communicator& world = communicators.all.emplace_back();
    world.is_world = true;
    communicators.views.resize(2);
  }

  void mark(RecordType type, std::int64_t at, std::string_view name = "", std::uint64_t number = 0) {
    Record record;
    record.type = type;
    record.start = record.end = {at};
    record.name = name;
    record.number = number;
    take({&record, 0, {}, {}, {}, {}, 0});
  }
  void call(std::uint32_t site, RecordType type, std::int64_t start, std::int64_t end,
            std::span<const model::Receipt> received = {}, std::span<const std::uint64_t> completed = {}) {
    Record record;
    record.type = type;
    record.kind = run.processes[1].functions[site].kind;
    record.site = site;
    record.start = {start};
    record.end = {end};
    record.values = &values;
    take({&record, 0, {}, received, {}, completed, 0});
  }
  void take(const model::MergedRecord& merged) {
    for (const auto& form : forms()) form->take(merged);
  }
  const std::vector<std::unique_ptr<Timeline>>& forms() {
    if (timelines.empty()) {
      chrome = std::make_unique<ChromeFile>(source());
      perfetto = std::make_unique<PerfettoFile>(source(), false);
      timelines.push_back(chrome->rank(1));
      timelines.push_back(perfetto->rank(1));
      for (const auto& form : timelines) form->describe();
    }
    return timelines;
  }
  TimelineSource source() { return {run, communicators, names, "", options}; }

  // What Perfetto shows, after it is the same as what Chrome does.
  Shown finish() {
    Text json;
    Text packets;
    for (const auto& form : forms()) form->finish();
    chrome->begin(json);
    json << timelines[0]->written().view();
    chrome->end({}, json);
    perfetto->begin(packets);
    packets << timelines[1]->written().view();
    const Shown shown = tests::read_perfetto(std::string(packets.view()));
    for (const std::string& sentence : shown.broken) ADD_FAILURE() << sentence;
    const Shown other = tests::read_chrome(std::string(json.view()));
    EXPECT_EQ(outline(shown.slices), outline(other.slices));
    EXPECT_EQ(shown.flow_ends, other.flow_ends);
    return shown;
  }
  static std::string outline(const std::multiset<ShownSlice>& slices) {
    std::string text;
    for (const ShownSlice& slice : slices)
      text += slice.name + " " + std::to_string(slice.start_ns) + "-" + std::to_string(slice.end_ns) + "; ";
    return text;
  }

  model::Run run;
  model::Communicators communicators;
  model::SiteNames names;
  model::Values values;
  TimelineOptions options;
  std::unique_ptr<TimelineFile> chrome;
  std::unique_ptr<TimelineFile> perfetto;
  std::vector<std::unique_ptr<Timeline>> timelines;
};

TEST_F(PerfettoRanks, HoldRegionsAroundTheirCalls) {
  mark(RecordType::kStep, 500, "", 7);
  mark(RecordType::kRegionBegin, 1'000, "so\xfflve");
  mark(RecordType::kRegionBegin, 1'000, "halo");
  call(0, RecordType::kCall, 1'000, 2'000);
  mark(RecordType::kRegionEnd, 2'000);
  call(0, RecordType::kCall, 2'000, 2'100);
  mark(RecordType::kRegionEnd, 3'000);
  mark(RecordType::kRegionBegin, 4'000, "last");
  const Shown shown = finish();
  EXPECT_EQ(outline(shown.slices),
            "MPI_Send 1000-2000; halo 1000-2000; so\xef\xbf\xbdlve 1000-3000; MPI_Send 2000-2100; last 4000-1000000; ");
  ASSERT_EQ(shown.instants.size(), 1U);
  EXPECT_EQ(shown.instants.begin()->name, "step 7");
}

// Also where the receipts of one call come in two records.
TEST_F(PerfettoRanks, LayLateSendsSideBySideInACall) {
  const model::Receipt first[] = {{20, 0, {2'800}}, {22, 0, {1'500}}};
  const model::Receipt more[] = {{24, 0, {2'500}}, {26, 0, {1'600}}, {28, 0, {2'997}}, {30, 0, {2'998}}};
  const std::uint64_t completed[] = {21};
  call(1, RecordType::kCall, 2'000, 3'000, first);
  call(1, RecordType::kCompleted, 2'000, 3'000, more, completed);
  call(0, RecordType::kCall, 3'000, 3'100);
  const Shown shown = finish();
  EXPECT_EQ(outline(shown.slices),
            "late sender 2000-2500; MPI_Waitall 2000-3000; recv<-0 2501-2800; recv<-0 2801-2997; recv<-0 2998-2999; "
            "MPI_Send 3000-3100; ");
  EXPECT_EQ(shown.flow_ends.size(), 7U);
}

// Here the send comes late, there another rank to a collective, and a repair of clocks moved the call.
TEST_F(PerfettoRanks, SayWhatACallWaitedFor) {
  run.processes[1].clock_moves = {{{2'999}, {0}}, {{3'000}, {500}}, {{53'000}, {0}}};
  Record record;
  record.start = {2'000};
  record.end = {3'000};
  record.values = &values;
  take({&record, 0, {}, {}, {}, {}, 0, {model::WaitCause::kWaitAtBarrier, 0, {2'700}}});
  const Shown shown = finish();
  EXPECT_EQ(outline(shown.slices), "wait at barrier 2000-2700; MPI_Send 2000-3000; ");
  EXPECT_EQ(shown.slices.rbegin()->arguments.at("moved_ns"), "500");
  EXPECT_EQ(shown.slices.begin()->arguments.at("for_rank"), "0");
}

// The writer is past the call when it hears of its message.
TEST_F(PerfettoRanks, MarkAMessageThatWasMatchedLate) {
  call(0, RecordType::kCall, 1'000, 2'000);
  call(0, RecordType::kCall, 5'000, 6'000);
  for (const auto& form : forms()) {
    form->take_late({{40, 0, {500}}, 0, {1'000}, {2'000}});
    form->take_late({{42, 0, {1'500}}, 0, {1'000}, {2'000}});
  }
  const Shown shown = finish();
  EXPECT_EQ(std::get<1>(shown.flow_ends.at(40)), 1'000);
  EXPECT_EQ(std::get<1>(shown.flow_ends.at(42)), 1'999);
  EXPECT_EQ(shown.instants.size(), 2U);
}

// Times of a forged file.
TEST_F(PerfettoRanks, NeverLetTimeGoBack) {
  call(0, RecordType::kCall, -5'000, -4'000);
  call(0, RecordType::kCall, 1'000, 500);
  mark(RecordType::kRegionBegin, 0, "early");
  call(0, RecordType::kCall, INT64_MAX - 10, INT64_MAX - 5);
  for (const auto& form : forms()) form->finish();
  Text packets;
  perfetto->begin(packets);
  packets << timelines[1]->written().view();
  for (const std::string& sentence : tests::read_perfetto(std::string(packets.view())).broken)
    EXPECT_EQ(sentence, "a slice lasts no time");
}

}  // namespace
}  // namespace mpitrace::present
