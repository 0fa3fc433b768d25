// SPDX-License-Identifier: BSD-3-Clause
// mpitrace export as a command: a run of known truth, read back from every format.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "present/export_columns.h"
#include "synthetic/patterns.h"
#include "synthetic/writer.h"
#include "unit/cli/command_line.h"
#include "unit/cli/exported.h"
#include "unit/present/csv_reader.h"

namespace mpitrace::cli {
namespace {

using synthetic::Field;
using tests::column;
using tests::content_of;
using tests::folder_with;
using tests::run_command;
using tests::TextRow;

struct Exported {
  synthetic::Truth truth;
  std::string folder;
};

Exported pattern_run(std::uint32_t ranks, std::uint64_t calls) {
  Exported made;
  made.folder = folder_with({});
  made.truth = synthetic::write_pattern_run(made.folder + "/run", ranks, calls);
  return made;
}

tests::TextTable csv_table(const std::string& folder, std::string_view name) {
  return tests::as_table(tests::read_csv(content_of(folder + "/" + std::string(name) + ".csv")));
}

// One rank sends what is never received, the other receives.
synthetic::NamedBytes two_ranks(bool is_region_open = false) {
  synthetic::ProcessWriter sender(synthetic::make_header(0, 2));
  synthetic::ProcessWriter receiver(synthetic::make_header(1, 2));
  sender.thread().communicator(synthetic::world(0, 2));
  receiver.thread().communicator(synthetic::world(1, 2));
  tests::begin_region(receiver.thread(), 1, "solve");
  tests::step(receiver.thread(), 42);
  receiver.thread().call(
      {"MPI_Irecv", 100, 50, {{Field::kCommunicator, 1}, {Field::kTag, 5}, {Field::kRequest, 1}}, {}, 1});
  sender.thread().call({"MPI_Send",
                        1'000,
                        100,
                        {{Field::kPeer, 1}, {Field::kCommunicator, 1}, {Field::kTag, 5}, {Field::kSentBytes, 800}},
                        {},
                        2});
  receiver.thread().call(
      {"MPI_Wait", 50, 2'000, {{Field::kRequest, 1}, {Field::kRequests, 1}, {Field::kGiven, 1}}, {}, 3});
  if (!is_region_open) tests::end_region(receiver.thread());
  sender.thread().call({"MPI_Send", 100, 100, {{Field::kPeer, 1}, {Field::kCommunicator, 1}, {Field::kTag, 6}}, {}, 2});
  sender.thread().end(format::End::REASON_FINALIZE);
  receiver.thread().end(format::End::REASON_FINALIZE);
  return {{"profile_0.out", sender.log()}, {"profile_1.out", receiver.log()}};
}

TEST(Export, HoldsEveryCallAndMessageOfARunOfKnownTruth) {
  const Exported made = pattern_run(5, 3'000);
  const std::string name = made.folder + "/tables";
  const tests::Ran ran = run_command({"export", made.folder + "/run", "--format", "csv", "-o", name});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, name + "\n");
  const tests::TextTable calls = csv_table(name, "calls");
  EXPECT_EQ(calls.rows.size(), made.truth.records);
  EXPECT_EQ(static_cast<std::uint64_t>(tests::sum(calls, "call_count")), made.truth.calls);
  const tests::TextTable messages = csv_table(name, "messages");
  EXPECT_EQ(messages.rows.size(), made.truth.messages);
  for (const char* end : {"message_id", "send_call_id", "receive_call_id"}) {
    auto ids = column(messages, end);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), std::nullopt), 0);
  }
  const tests::TextTable quality = csv_table(name, "quality");
  for (const TextRow& row : quality.rows) {
    if (row[0] == "clock_domains") continue;
    EXPECT_EQ(row[1], "0") << *row[0];
  }
}

TEST(Export, JoinsMessagesWithTheirCalls) {
  const Exported made = pattern_run(4, 600);
  const std::string name = made.folder + "/tables";
  run_command({"export", made.folder + "/run", "--format", "csv", "-o", name});
  const tests::TextTable calls = csv_table(name, "calls");
  std::map<std::string, const TextRow*> by_id;
  for (const TextRow& row : calls.rows) {
    const auto& id = row[calls.place("call_id")];
    if (!id) continue;
    EXPECT_TRUE(by_id.emplace(*id, &row).second) << "two calls are " << *id;
  }
  const tests::TextTable messages = csv_table(name, "messages");
  for (const TextRow& row : messages.rows) {
    const auto cell = [&](const char* of) { return row[messages.place(of)]; };
    const TextRow& send = *by_id.at(*cell("send_call_id"));
    EXPECT_EQ(send[calls.place("rank")], cell("sender"));
    EXPECT_EQ(send[calls.place("peer")], cell("receiver"));
    EXPECT_EQ(send[calls.place("tag")], cell("tag"));
    EXPECT_EQ(send[calls.place("sent_bytes")], cell("bytes"));
    EXPECT_EQ(send[calls.place("start_ns")], cell("send_start_ns"));
    const TextRow& receive = *by_id.at(*cell("receive_call_id"));
    EXPECT_EQ(receive[calls.place("rank")], cell("receiver"));
    EXPECT_EQ(receive[calls.place("start_ns")], cell("receive_start_ns"));
    EXPECT_EQ(receive[calls.place("end_ns")], cell("receive_end_ns"));
  }
}

TEST(Export, PutsCollectivesTogether) {
  const Exported made = pattern_run(5, 600);
  const std::string name = made.folder + "/tables";
  run_command({"export", made.folder + "/run", "--format", "csv", "-o", name});
  const tests::TextTable collectives = csv_table(name, "collectives");
  // In each of 50 iterations one reduction over all and a broadcast in each half, and one split before them.
  EXPECT_EQ(collectives.rows.size(), 1 + 50 * 3U);
  EXPECT_EQ(column(collectives, "call_count"), column(collectives, "members"));
  EXPECT_EQ(tests::sum(collectives, "call_count"), 5 + 50 * (5 + 5));
  EXPECT_EQ(tests::sum(collectives, "is_mismatched"), 0);
}

TEST(Export, WritesTheSameRowsAsParquetAndCsv) {
  const Exported made = pattern_run(3, 2'000);
  for (const char* format : {"csv", "parquet"})
    EXPECT_EQ(
        run_command({"export", made.folder + "/run", "--format", format, "-o", made.folder + "/" + format}).exit_code,
        0);
  for (const present::TableShape& shape : present::kAllTables) {
    const tests::TextTable csv = csv_table(made.folder + "/csv", shape.name);
    const auto parquet =
        tests::read_parquet(content_of(made.folder + "/parquet/" + std::string(shape.name) + ".parquet"));
    EXPECT_EQ(parquet.names, csv.names);
    EXPECT_EQ(parquet.rows, csv.rows) << shape.name;
  }
}

TEST(Export, WritesTheSameBytesForAnyNumberOfWorkers) {
  const Exported made = pattern_run(6, 5'000);
  for (const char* jobs : {"1", "4"}) {
    for (const char* format : {"csv", "parquet"})
      run_command({"--jobs", jobs, "export", made.folder + "/run", "--format", format, "-o",
                   made.folder + "/" + format + jobs});
  }
  for (const present::TableShape& shape : present::kAllTables) {
    for (const std::string format : {"csv", "parquet"}) {
      const std::string file = "/" + std::string(shape.name) + "." + format;
      EXPECT_EQ(content_of(made.folder + "/" + format + "1" + file),
                content_of(made.folder + "/" + format + "4" + file));
    }
  }
}

TEST(Export, GivesWaitsRegionsStepsAndLoneSends) {
  const std::string folder = folder_with(two_ranks());
  run_command({"export", folder, "--format", "csv", "-o", folder + "/tables"});
  const tests::TextTable calls = csv_table(folder + "/tables", "calls");
  const TextRow& wait = tests::row_with(calls, "function", "MPI_Wait");
  const auto of_wait = [&](const char* name) { return wait[calls.place(name)]; };
  EXPECT_EQ(of_wait("wait_kind"), "late sender");
  EXPECT_EQ(of_wait("wait_ns"), "800");  // from its start at 200 to that of the send at 1000
  EXPECT_EQ(of_wait("waited_for"), "0");
  EXPECT_EQ(of_wait("region"), "solve");
  EXPECT_EQ(of_wait("step"), "42");
  const tests::TextTable messages = csv_table(folder + "/tables", "messages");
  ASSERT_EQ(messages.rows.size(), 2U);
  const auto cell = [&](std::size_t row, const char* name) { return messages.rows[row][messages.place(name)]; };
  EXPECT_EQ(cell(0, "bytes"), "800");
  EXPECT_EQ(cell(0, "late_sender_ns"), "800");
  EXPECT_EQ(cell(0, "receive_posted_ns"), "100");
  EXPECT_EQ(cell(1, "tag"), "6");
  EXPECT_EQ(cell(1, "receiver"), "1");
  EXPECT_EQ(cell(1, "receive_call_id"), std::nullopt);
  const tests::TextTable regions = csv_table(folder + "/tables", "regions");
  ASSERT_EQ(regions.rows.size(), 1U);
  EXPECT_EQ(regions.rows[0][regions.place("duration_ns")], "2200");
  EXPECT_EQ(column(csv_table(folder + "/tables", "steps"), "step"), (std::vector<std::optional<std::string>>{"42"}));
}

TEST(Export, EndsARegionThatIsOpenWithTheRun) {
  const std::string folder = folder_with(two_ranks(true));
  run_command({"export", folder, "--format", "csv", "-o", folder + "/tables"});
  const tests::TextTable regions = csv_table(folder + "/tables", "regions");
  ASSERT_EQ(regions.rows.size(), 1U);
  EXPECT_EQ(regions.rows[0][regions.place("is_unfinished")], "1");
}

TEST(Export, NamesRanksWhoseRecordWasNotChosen) {
  const std::string folder = folder_with(two_ranks());
  for (const char* rank : {"0", "1"})
    run_command({"--ranks", rank, "export", folder, "--format", "csv", "-o", folder + "/tables" + rank});
  const tests::TextTable sent = csv_table(folder + "/tables0", "messages");
  ASSERT_EQ(sent.rows.size(), 2U);
  EXPECT_EQ(sent.rows[0][sent.place("receiver")], "1");
  EXPECT_EQ(sent.rows[0][sent.place("receiver_process")], std::nullopt);
  const tests::TextTable received = csv_table(folder + "/tables1", "messages");
  ASSERT_EQ(received.rows.size(), 1U);
  EXPECT_EQ(received.rows[0][received.place("sender")], "0");
  EXPECT_EQ(received.rows[0][received.place("send_start_ns")], std::nullopt);
}

TEST(Export, HoldsOnlyTheTimeAskedFor) {
  const std::string folder = folder_with(two_ranks());
  run_command({"--time", "0.3us:1us", "export", folder, "--format", "csv", "-o", folder + "/tables"});
  EXPECT_EQ(csv_table(folder + "/tables", "calls").rows.size(), 2U);
  EXPECT_EQ(csv_table(folder + "/tables", "messages").rows.size(), 1U);
  const tests::TextTable run = csv_table(folder + "/tables", "run");
  EXPECT_EQ(run.rows.at(0)[run.place("chosen_from_ns")], "300");
}

TEST(Export, SaysWhatIsDamaged) {
  synthetic::NamedBytes files = two_ranks();
  files[1].second.resize(files[1].second.size() - 5);
  const std::string folder = folder_with(files);
  EXPECT_EQ(run_command({"export", folder, "--format", "csv", "-o", folder + "/tables"}).exit_code, 0);
  const tests::TextTable quality = csv_table(folder + "/tables", "quality");
  EXPECT_EQ(tests::row_with(quality, "figure", "damaged_ranks")[1], "1");
  EXPECT_NE(tests::row_with(quality, "figure", "damaged_bytes")[2]->find("profile_1.out"), std::string::npos);
  const tests::TextTable ranks = csv_table(folder + "/tables", "ranks");
  EXPECT_EQ(column(ranks, "is_damaged"), (std::vector<std::optional<std::string>>{"0", "1"}));
}

TEST(Export, FailsWhereTheOutputCannotBeWritten) {
  const std::string folder = folder_with(two_ranks());
  for (const char* format : {"csv", "parquet", "sqlite"}) {
    const tests::Ran ran = run_command({"export", folder, "--format", format, "-o", folder + "/no/such/folder/x"});
    EXPECT_EQ(ran.exit_code, 2) << format;
    EXPECT_TRUE(ran.out.empty());
  }
}

}  // namespace
}  // namespace mpitrace::cli
