// SPDX-License-Identifier: BSD-3-Clause
// mpitrace export --format sqlite, asked with SQL; among it every query of docs/QUERIES.md.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>

#include "present/export_columns.h"
#include "synthetic/patterns.h"
#include "synthetic/writer.h"
#include "unit/cli/command_line.h"
#include "unit/cli/exported.h"
#include "unit/present/csv_reader.h"

namespace mpitrace::cli {
namespace {

using synthetic::Field;
using tests::content_of;
using tests::folder_with;
using tests::run_command;
using tests::TextRow;

class Database {
 public:
  explicit Database(const std::string& path) {
    sqlite3* opened = nullptr;
    EXPECT_EQ(sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK) << path;
    database_.reset(opened);
  }
  std::vector<TextRow> ask(const std::string& sql) const {
    sqlite3_stmt* prepared = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &prepared, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database_.get()) << "\n"
        << sql;
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared, sqlite3_finalize);
    std::vector<TextRow> rows;
    while (sqlite3_step(statement.get()) == SQLITE_ROW) {
      TextRow& row = rows.emplace_back();
      for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), i));
        row.push_back(text != nullptr ? std::optional<std::string>(text) : std::nullopt);
      }
    }
    return rows;
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
};

// The blocks that ```sql opens, with the headings above them.
std::vector<std::pair<std::string, std::string>> queries_of(const std::string& markdown) {
  std::vector<std::pair<std::string, std::string>> queries;
  constexpr std::string_view kOpen = "```sql\n";
  for (std::size_t at = markdown.find(kOpen); at != std::string::npos; at = markdown.find(kOpen, at)) {
    const std::size_t heading = markdown.rfind("\n## ", at) + 4;
    at += kOpen.size();
    queries.emplace_back(markdown.substr(heading, markdown.find('\n', heading) - heading),
                         markdown.substr(at, markdown.find("```", at) - at));
  }
  return queries;
}

// Two ranks that mark three steps; in each, rank 1 sends late to rank 0, and both meet in a reduction.
synthetic::NamedBytes stepping_run() {
  synthetic::NamedBytes files;
  for (const std::int32_t rank : {0, 1}) {
    synthetic::ProcessWriter process(synthetic::make_header(rank, 2));
    synthetic::ThreadWriter& thread = process.thread();
    thread.communicator(synthetic::world(rank, 2));
    thread.call({"MPI_Init", 10, 1'000, {}, {}, 1});
    for (std::int64_t i = 0; i < 3; ++i) {
      tests::step(thread, static_cast<std::uint64_t>(i));
      if (rank == 0) {
        thread.call(
            {"MPI_Recv", 100, 3'000, {{Field::kPeer, 1}, {Field::kMatchedPeer, 1}, {Field::kCommunicator, 1}}, {}, 2});
      } else {
        thread.call(
            {"MPI_Send", 2'000, 500, {{Field::kPeer, 0}, {Field::kCommunicator, 1}, {Field::kSentBytes, 8}}, {}, 3});
        thread.call({"MPI_Comm_rank", 600, 100, {{Field::kCommunicator, 1}}, {}, 5});
      }
      thread.call({"MPI_Allreduce",
                   100,
                   1'000,
                   {{Field::kCommunicator, 1}, {Field::kSentBytes, 8}, {Field::kSequence, i}},
                   {},
                   4});
    }
    tests::step(thread, 3);
    thread.call({"MPI_Finalize", 10, 100, {}, {}, 6});
    thread.end(format::End::REASON_FINALIZE);
    files.emplace_back("profile_" + std::to_string(rank) + ".out", process.log());
  }
  return files;
}

std::string database_of(const std::string& run, const std::string& name) {
  const tests::Ran ran = run_command({"export", run, "--format", "sqlite", "-o", name});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return ran.out.substr(0, ran.out.find('\n'));
}

TEST(ExportSqlite, HoldsTheSameRowsAsCsv) {
  const std::string folder = folder_with({});
  synthetic::write_pattern_run(folder + "/run", 3, 2'000);
  run_command({"export", folder + "/run", "--format", "csv", "-o", folder + "/csv"});
  const std::string name = database_of(folder + "/run", folder + "/tables");
  EXPECT_EQ(name, folder + "/tables.sqlite");
  const Database database(name);
  for (const present::TableShape& shape : present::kAllTables) {
    const auto csv = tests::as_table(tests::read_csv(content_of(folder + "/csv/" + std::string(shape.name) + ".csv")));
    EXPECT_EQ(database.ask("SELECT * FROM " + std::string(shape.name) + " ORDER BY rowid"), csv.rows) << shape.name;
  }
}

TEST(ExportSqlite, AnswersEveryQueryOfTheDocument) {
  const std::string folder = folder_with(stepping_run());
  const Database database(database_of(folder, folder + "/tables"));
  const auto queries = queries_of(content_of(MPITRACE_SOURCE_FOLDER "/docs/QUERIES.md"));
  EXPECT_EQ(queries.size(), 10U);
  for (const auto& [heading, sql] : queries) {
    const auto rows = database.ask(sql);
    EXPECT_FALSE(rows.empty()) << heading;
    for (const TextRow& row : rows) EXPECT_NE(row.back(), std::nullopt) << heading;  // each ends with a figure
  }
}

TEST(ExportSqlite, SaysWhoWaitedForWhom) {
  const std::string folder = folder_with(stepping_run());
  const Database database(database_of(folder, folder + "/tables"));
  // Rank 0 receives 1900 ns before rank 1 sends at first; with each step rank 1 falls 100 ns further behind.
  EXPECT_EQ(
      database.ask("SELECT rank, waited_for, wait_kind, SUM(wait_ns) FROM calls WHERE wait_ns > 0 GROUP BY 1, 2, 3"),
      (std::vector<TextRow>{{"0", "1", "late sender", "6000"}, {"0", "1", "wait at NxN", "600"}}));
  EXPECT_EQ(database.ask("SELECT step, COUNT(*) FROM calls WHERE function = 'MPI_Allreduce' GROUP BY step"),
            (std::vector<TextRow>{{"0", "2"}, {"1", "2"}, {"2", "2"}}));
}

}  // namespace
}  // namespace mpitrace::cli
