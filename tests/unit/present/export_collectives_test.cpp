// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_collectives.h"

#include <gtest/gtest.h>

#include <cstring>

namespace mpitrace::present {
namespace {

CollectivePart part(std::int64_t sequence, Cell rank, std::int64_t start_ns, std::int64_t end_ns, Cell function = 1) {
  CollectivePart one;
  one.id = {0, -1, sequence};
  one.function = function;
  one.rank = rank;
  one.members = 2;
  one.start = {start_ns};
  one.end = {end_ns};
  one.wait_ns = 5;
  one.sent_bytes = 8;
  return one;
}

std::vector<CollectiveRow> rows_of(const Rows& rows) {
  std::vector<CollectiveRow> all(rows.cells.size() / kCollectiveColumns.size());
  if (!all.empty()) std::memcpy(static_cast<void*>(all.data()), rows.cells.data(), rows.cells.size() * sizeof(Cell));
  return all;
}

TEST(ExportCollectives, PutsTheCallsOfAllMembersTogether) {
  ExportCollectives collectives(model::kEarliest, model::kLatest);
  Rows rows;
  collectives.take(std::vector{part(0, 0, 100, 400)}, rows);
  EXPECT_TRUE(rows.cells.empty());
  collectives.take(std::vector{part(0, 1, 300, 420)}, rows);
  const CollectiveRow row = rows_of(rows).at(0);
  EXPECT_EQ(row.call_count, 2);
  EXPECT_EQ(row.first_start_ns, 100);
  EXPECT_EQ(row.last_start_ns, 300);
  EXPECT_EQ(row.first_rank, 0);
  EXPECT_EQ(row.last_rank, 1);
  EXPECT_EQ(row.duration_ns, 320);
  EXPECT_EQ(row.in_mpi_ns, 420);
  EXPECT_EQ(row.wait_ns, 10);
  EXPECT_EQ(row.sent_bytes, 16);
  EXPECT_EQ(row.is_mismatched, 0);
}

TEST(ExportCollectives, MarksMembersThatCallDifferentFunctions) {
  ExportCollectives collectives(model::kEarliest, model::kLatest);
  Rows rows;
  collectives.take(std::vector{part(0, 0, 100, 400, 1), part(0, 1, 100, 400, 2)}, rows);
  EXPECT_EQ(rows_of(rows).at(0).is_mismatched, 1);
}

TEST(ExportCollectives, WritesWhatAMemberNeverCameToAtTheEnd) {
  ExportCollectives collectives(model::kEarliest, model::kLatest);
  Rows rows;
  collectives.take(std::vector{part(7, 0, 100, 400), part(3, 0, 50, 60)}, rows);
  collectives.finish(rows);
  const auto all = rows_of(rows);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].sequence, 3);
  EXPECT_EQ(all[1].call_count, 1);
  EXPECT_EQ(collectives.split(), 0U);
}

TEST(ExportCollectives, HoldsNoMoreThanABound) {
  ExportCollectives collectives(model::kEarliest, model::kLatest);
  Rows rows;
  for (std::int64_t i = 0; i < 70'000; ++i) collectives.take(std::vector{part(i, 0, i, i + 1)}, rows);
  EXPECT_EQ(collectives.split(), 65'537U);
  collectives.finish(rows);
  EXPECT_EQ(rows_of(rows).size(), 70'000U);
}

TEST(ExportCollectives, LeavesOutWhatLiesOutsideTheTime) {
  ExportCollectives collectives({200}, {300});
  Rows rows;
  collectives.take(std::vector{part(0, 0, 100, 199), part(1, 0, 100, 200), part(2, 0, 301, 400)}, rows);
  collectives.finish(rows);
  ASSERT_EQ(rows_of(rows).size(), 1U);
  EXPECT_EQ(rows_of(rows)[0].sequence, 1);
}

}  // namespace
}  // namespace mpitrace::present
