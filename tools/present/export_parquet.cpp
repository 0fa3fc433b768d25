// SPDX-License-Identifier: BSD-3-Clause
// Tables as Parquet: rows are collected to a row group, its columns packed side by side. Holds one row group a table.
#include <algorithm>
#include <memory>
#include <utility>

#include "model/workers.h"
#include "present/export_file.h"
#include "present/export_folder.h"
#include "present/parquet_column.h"
#include "present/thrift.h"

namespace mpitrace::present {
namespace {

constexpr std::string_view kMagic = "PAR1";
// Readers share out row groups, and skip them by their limits; each is held in memory here before it is packed.
constexpr std::size_t kRowsOfGroup = std::size_t{1} << 17U;

// Thrift's SchemaElements: the root, then one a column.
std::vector<std::string> schema_elements(const TableShape& table) {
  std::vector<std::string> elements{
      ThriftStruct().text(4, "schema").number(5, static_cast<std::int32_t>(table.columns.size())).bytes()};
  constexpr std::int32_t kUtf8 = 0;
  const std::string string_type = ThriftStruct().structure(1, ThriftStruct().bytes()).bytes();
  for (const Column& column : table.columns) {
    const bool is_text = column.type == CellType::kText;
    ThriftStruct element;
    element.number(1, is_text ? kByteArray : kInt64)
        .number(3, column.presence == Presence::kMaybe ? 1 : 0)
        .text(4, column.name);
    if (is_text) element.number(6, kUtf8).structure(10, string_type);
    elements.push_back(element.bytes());
  }
  return elements;
}

class ParquetTable {
 public:
  explicit ParquetTable(const TableShape& shape) : shape_(shape), columns_(shape.columns.size()) {}

  // What is to be written when some rows are added. `rows` is left empty.
  void add(std::vector<Cell>& rows, model::Workers& workers, Text& out) {
    const std::size_t width = columns_.size();
    for (std::size_t at = 0; at < rows.size();) {
      const std::size_t count = std::min((rows.size() - at) / width, kRowsOfGroup - columns_.front().size());
      for (std::size_t i = 0; i < width; ++i) {
        std::vector<Cell>& column = columns_[i];
        column.resize(column.size() + count);
        Cell* to = column.data() + column.size() - count;
        for (const Cell* from = &rows[at + i]; to != column.data() + column.size(); from += width) *to++ = *from;
      }
      at += count * width;
      if (columns_.front().size() == kRowsOfGroup) end_group(workers, out);
    }
    rows.clear();
  }

  void end(std::string_view version, model::Workers& workers, Text& out) {
    if (!columns_.front().empty()) end_group(workers, out);
    if (offset_ == 0) begin(out);
    const std::string in_order_of_type = ThriftStruct().structure(1, ThriftStruct().bytes()).bytes();
    ThriftStruct footer;
    footer.number(1, 1)
        .structures(2, schema_elements(shape_))
        .long_number(3, rows_)
        .structures(4, groups_)
        .structures(5, {ThriftStruct().text(1, "mpitrace.times").text(2, "ns since run.start_unix_ns").bytes()})
        .text(6, "mpitrace version " + std::string(version))
        .structures(7, std::vector<std::string>(columns_.size(), in_order_of_type));
    const std::string bytes = footer.bytes();
    out << bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) out << static_cast<char>(bytes.size() >> shift);
    out << kMagic;
  }

 private:
  void begin(Text& out) {
    out << kMagic;
    offset_ = static_cast<std::int64_t>(kMagic.size());
  }
  void end_group(model::Workers& workers, Text& out) {
    if (offset_ == 0) begin(out);
    std::vector<std::unique_ptr<ParquetColumn>> packed(columns_.size());
    workers.for_each(columns_.size(), [&](std::size_t i) {
      packed[i] = std::make_unique<ParquetColumn>(shape_.columns[i], columns_[i]);
    });
    const std::int64_t begin = offset_;
    const auto rows = static_cast<std::int64_t>(columns_.front().size());
    std::int64_t unpacked_bytes = 0;
    std::vector<std::string> chunks;
    for (const auto& column : packed) {
      chunks.push_back(column->metadata(offset_));
      unpacked_bytes += column->unpacked_bytes();
      offset_ += static_cast<std::int64_t>(column->bytes().size());
      out << column->bytes();
    }
    ThriftStruct group;
    group.structures(1, chunks).long_number(2, unpacked_bytes).long_number(3, rows).long_number(5, begin);
    group.long_number(6, offset_ - begin);
    groups_.push_back(group.bytes());
    rows_ += rows;
    for (std::vector<Cell>& column : columns_) column.clear();
  }

  const TableShape& shape_;
  std::vector<std::vector<Cell>> columns_;
  std::vector<std::string> groups_;  // Thrift's RowGroups
  std::int64_t rows_ = 0;
  std::int64_t offset_ = 0;
};

class ParquetFiles final : public ExportFile {
 public:
  ParquetFiles(ExportFolder folder, std::string_view version, std::size_t jobs)
      : folder_(std::move(folder)), version_(version), workers_(jobs) {
    for (const TableShape& shape : kAllTables) tables_.emplace_back(shape);
  }

  void append(TableId table, Rows& rows) override {
    Text out;
    tables_[static_cast<std::size_t>(table)].add(rows.cells, workers_, out);
    if (out.size() > 0) folder_.put(table, out);
  }
  model::Result<model::Nothing> close() override {
    for (std::size_t i = 0; i < kTables; ++i) {
      Text out;
      tables_[i].end(version_, workers_, out);
      folder_.put(static_cast<TableId>(i), out);
    }
    return folder_.close();
  }

 private:
  ExportFolder folder_;
  std::string version_;
  model::Workers workers_;
  std::vector<ParquetTable> tables_;
};

}  // namespace

model::Result<std::unique_ptr<ExportFile>> create_parquet(const std::string& folder, std::string_view version,
                                                          std::size_t jobs) {
  auto files = ExportFolder::create(folder, ".parquet");
  if (!files) return files.error();
  return std::unique_ptr<ExportFile>(std::make_unique<ParquetFiles>(std::move(*files), version, jobs));
}

}  // namespace mpitrace::present
