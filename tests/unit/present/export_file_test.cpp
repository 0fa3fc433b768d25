// SPDX-License-Identifier: BSD-3-Clause
// What the formats make of rows, read back.
#include "present/export_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "unit/cli/command_line.h"
#include "unit/present/csv_reader.h"

namespace mpitrace::present {
namespace {

using tests::folder_with;
using tests::read_parquet;
using tests::TextRow;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void append(ExportFile& file, TableId table, Rows& rows) {
  file.prepare(table, rows);
  file.append(table, rows);
}

// The quality table has a text, and a number and a text that may be null.
std::string parquet_of(Rows& rows, TableId table = TableId::kQuality) {
  const std::string folder = folder_with({});
  auto file = create_parquet(folder, "1.2.3", 2);
  append(**file, table, rows);
  EXPECT_TRUE((*file)->close());
  return content_of(folder + "/" + std::string(shape_of(table).name) + ".parquet");
}

TEST(Parquet, HoldsNumbersTextsAndNulls) {
  Texts texts;
  Rows rows;
  rows.add(QualityRow{texts.cell("a"), -1, kNull});
  rows.add(QualityRow{texts.cell("ä, \"b\"\n"), kNull, texts.cell("")});
  rows.add(QualityRow{texts.cell("a"), std::numeric_limits<Cell>::max(), texts.cell("note")});
  const auto read = read_parquet(parquet_of(rows));
  EXPECT_EQ(read.names, (std::vector<std::string>{"figure", "value", "note"}));
  EXPECT_EQ(read.is_text, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(read.is_optional, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(read.rows,
            (std::vector<TextRow>{
                {"a", "-1", std::nullopt}, {"ä, \"b\"\n", std::nullopt, ""}, {"a", "9223372036854775807", "note"}}));
  EXPECT_EQ(read.created_by, "mpitrace version 1.2.3");
}

TEST(Parquet, SaysTheLimitsOfEachColumn) {
  Texts texts;
  Rows rows;
  for (const Cell value : {Cell{7}, kNull, Cell{-3}}) rows.add(QualityRow{texts.cell("x"), value, kNull});
  rows.add(QualityRow{texts.cell("b"), 0, kNull});
  const auto limits = read_parquet(parquet_of(rows)).limits.at(0);
  EXPECT_EQ(limits[0].least + ".." + limits[0].largest, "b..x");
  EXPECT_EQ(limits[1].least + ".." + limits[1].largest, "-3..7");
  EXPECT_EQ(limits[1].nulls, 1);
  EXPECT_EQ(limits[2].least + ".." + limits[2].largest, "..");
  EXPECT_EQ(limits[2].nulls, 4);
}

TEST(Parquet, CutsManyRowsIntoGroups) {
  constexpr Cell kRows = 200'000;
  Texts texts;
  Rows rows;
  for (Cell i = 0; i < kRows; ++i)
    rows.add(QualityRow{texts.cell(std::to_string(i % 5)), i * i, i % 3 == 0 ? kNull : texts.cell(std::to_string(i))});
  const auto read = read_parquet(parquet_of(rows));
  EXPECT_EQ(read.rows_of_groups, (std::vector<std::int64_t>{131'072, 68'928}));
  for (Cell i = 0; i < kRows; ++i) {
    const std::string number = std::to_string(i);
    const TextRow expected{std::to_string(i % 5), std::to_string(i * i),
                           i % 3 == 0 ? std::nullopt : std::optional(number)};
    ASSERT_EQ(read.rows[static_cast<std::size_t>(i)], expected) << i;
  }
  EXPECT_EQ(read.has_dictionary.at(0), (std::vector<bool>{true, false, true}));
}

// A forged file may give any number as a time.
TEST(Parquet, TakesNoNumberOfAColumnWithoutNullsForOne) {
  Rows rows;
  rows.add(StepRow{0, kNull, 0, 7, kNull});
  EXPECT_EQ(read_parquet(parquet_of(rows, TableId::kStep)).rows,
            (std::vector<TextRow>{{"0", std::nullopt, "0", "7", "-9223372036854775808"}}));
}

TEST(Parquet, KeepsATableWithoutRows) {
  Rows none;
  const auto read = read_parquet(parquet_of(none));
  EXPECT_EQ(read.names.size(), 3U);
  EXPECT_TRUE(read.rows.empty());
}

TEST(Csv, QuotesWhatNeedsIt) {
  Texts texts;
  Rows rows;
  rows.add(QualityRow{texts.cell("plain"), -5, kNull});
  rows.add(QualityRow{texts.cell("a,b"), kNull, texts.cell("say \"x\"\n")});
  rows.add(QualityRow{texts.cell(""), 0, texts.cell("bad \xff byte")});
  const std::string folder = folder_with({});
  auto file = create_csv(folder);
  append(**file, TableId::kQuality, rows);
  EXPECT_TRUE((*file)->close());
  const std::string text = content_of(folder + "/quality.csv");
  EXPECT_EQ(text, "figure,value,note\nplain,-5,\n\"a,b\",,\"say \"\"x\"\"\n\"\n\"\",0,bad \xef\xbf\xbd byte\n");
  EXPECT_EQ(tests::read_csv(text).at(2), (TextRow{"a,b", std::nullopt, "say \"x\"\n"}));
}

TEST(ExportFolder, LeavesNothingBehindWhereItIsNotClosed) {
  const std::string folder = folder_with({}) + "/tables";
  {
    auto file = create_csv(folder);
    ASSERT_TRUE(file);
    EXPECT_TRUE(std::filesystem::exists(folder + "/calls.csv.part"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace mpitrace::present
