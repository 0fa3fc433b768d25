// SPDX-License-Identifier: BSD-3-Clause
// Tables as CSV (RFC 4180, but lines end in \n alone): a line of names, then a row a line. A null is an empty cell, an
// empty text is "".
#include <utility>

#include "present/export_file.h"
#include "present/export_folder.h"

namespace mpitrace::present {
namespace {

void put_text(std::string_view text, Line& line) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    line << text;
    return;
  }
  line << '"';
  for (const char c : text) {
    if (c == '"') line << '"';
    line << c;
  }
  line << '"';
}

class CsvFiles final : public ExportFile {
 public:
  explicit CsvFiles(ExportFolder folder) : folder_(std::move(folder)) {
    for (std::size_t i = 0; i < kTables; ++i) {
      Text names;
      for (const Column& column : kAllTables[i].columns) {
        if (names.size() > 0) names << ',';
        names << column.name;
      }
      names << '\n';
      folder_.put(static_cast<TableId>(i), names);
    }
  }

  void prepare(TableId table, Rows& rows) override {
    const std::span<const Column> columns = shape_of(table).columns;
    for (std::size_t at = 0; at < rows.cells.size(); at += columns.size()) put_row(columns, &rows.cells[at], rows.text);
    rows.cells.clear();
  }
  void append(TableId table, Rows& rows) override {
    if (rows.text.size() > 0) folder_.put(table, rows.text);
  }
  model::Result<model::Nothing> close() override { return folder_.close(); }

 private:
  static void put_row(std::span<const Column> columns, const Cell* cells, Text& out) {
    std::size_t most = columns.size() * (kLongestNumber + 1);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].type == CellType::kText && !columns[i].is_null(cells[i]))
        most += 2 * Texts::text(cells[i]).size() + 2;
    }
    Line line(out, most);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) line << ',';
      if (columns[i].is_null(cells[i])) continue;
      if (columns[i].type == CellType::kNumber) {
        line << cells[i];
      } else {
        put_text(Texts::text(cells[i]), line);
      }
    }
    line << '\n';
  }

  ExportFolder folder_;
};

}  // namespace

model::Result<std::unique_ptr<ExportFile>> create_csv(const std::string& folder) {
  auto files = ExportFolder::create(folder, ".csv");
  if (!files) return files.error();
  return std::unique_ptr<ExportFile>(std::make_unique<CsvFiles>(std::move(*files)));
}

}  // namespace mpitrace::present
