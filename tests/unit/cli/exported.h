// SPDX-License-Identifier: BSD-3-Clause
// Tables that tests read back, and the program's marks, for which synthetic threads have no words of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "synthetic/writer.h"
#include "unit/present/parquet_reader.h"

namespace mpitrace::tests {

// A file's bytes; fails the test where there is none.
std::string content_of(const std::string& path);

struct TextTable {
  std::vector<std::string> names;
  std::vector<TextRow> rows;
  std::size_t place(std::string_view name) const;  // of a column; fails the test where there is none
};

// The first row is the columns' names.
TextTable as_table(std::vector<TextRow> rows);
std::vector<std::optional<std::string>> column(const TextTable& table, std::string_view name);
std::int64_t sum(const TextTable& table, std::string_view name);
const TextRow& row_with(const TextTable& table, std::string_view name, std::string_view value);

void begin_region(synthetic::ThreadWriter& thread, std::uint32_t id, const std::string& name);
void end_region(synthetic::ThreadWriter& thread);
void step(synthetic::ThreadWriter& thread, std::uint64_t number);

}  // namespace mpitrace::tests
