// SPDX-License-Identifier: BSD-3-Clause
// Rows of one table on their way to a file, and the texts in them. Rows lie one behind the other: that is how they are
// made, and most formats take them so.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "present/export_columns.h"
#include "present/text.h"

namespace mpitrace::present {

// Texts of cells. Each is held once and stands still, so that equal cells are equal texts and reading one needs no
// lock.
class Texts {
 public:
  // Safe to call from several workers. Bytes that are not UTF-8 become the replacement character.
  Cell cell(std::string_view text);
  Cell cell_or_null(std::string_view text) { return text.empty() ? kNull : cell(text); }
  static const std::string& text(Cell cell) { return *reinterpret_cast<const std::string*>(cell); }

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> held_;
};

struct Rows {
  std::vector<Cell> cells;
  Text text;  // what a format made of the cells ahead of its turn

  template <class Row>
  void add(const Row& row) {
    const auto* first = reinterpret_cast<const Cell*>(&row);
    cells.insert(cells.end(), first, first + sizeof(Row) / sizeof(Cell));
  }
};

}  // namespace mpitrace::present
