// SPDX-License-Identifier: BSD-3-Clause
#include "unit/cli/exported.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace mpitrace::tests {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t TextTable::place(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::runtime_error("no column " + std::string(name));
  return static_cast<std::size_t>(found - names.begin());
}

TextTable as_table(std::vector<TextRow> rows) {
  TextTable table;
  for (const auto& name : rows.at(0)) table.names.push_back(name.value());
  rows.erase(rows.begin());
  table.rows = std::move(rows);
  return table;
}

std::vector<std::optional<std::string>> column(const TextTable& table, std::string_view name) {
  std::vector<std::optional<std::string>> cells;
  for (const TextRow& row : table.rows) cells.push_back(row[table.place(name)]);
  return cells;
}

std::int64_t sum(const TextTable& table, std::string_view name) {
  std::int64_t all = 0;
  for (const auto& cell : column(table, name)) all += cell ? std::stoll(*cell) : 0;
  return all;
}

const TextRow& row_with(const TextTable& table, std::string_view name, std::string_view value) {
  for (const TextRow& row : table.rows) {
    if (row[table.place(name)] == value) return row;
  }
  throw std::runtime_error("no row with " + std::string(value));
}

void begin_region(synthetic::ThreadWriter& thread, std::uint32_t id, const std::string& name) {
  format::RegionName region;
  region.set_id(id);
  region.set_name(name);
  thread.definition(format::Chunk::kRegionNameFieldNumber, region.SerializeAsString());
  thread.control(static_cast<std::uint64_t>(format::Control::kRegionBegin), {0, id});
}

void end_region(synthetic::ThreadWriter& thread) {
  thread.control(static_cast<std::uint64_t>(format::Control::kRegionEnd), {0, 0});
}

void step(synthetic::ThreadWriter& thread, std::uint64_t number) {
  thread.control(static_cast<std::uint64_t>(format::Control::kStep), {0, number});
}

}  // namespace mpitrace::tests
