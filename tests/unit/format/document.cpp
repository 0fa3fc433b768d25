// SPDX-License-Identifier: BSD-3-Clause
#include "unit/format/document.h"

#include <fstream>
#include <sstream>

namespace mpitrace::tests {
namespace {

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

Row cells_of(const std::string& line) {
  Row row;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) row.push_back(trimmed(cell));
  return row;
}

}  // namespace

std::vector<Row> table_of_format(const std::string& heading) {
  std::ifstream document(MPITRACE_SOURCE_FOLDER "/docs/FORMAT.md");
  std::string line;
  while (std::getline(document, line) && line.rfind(heading, 0) != 0) {
  }
  while (std::getline(document, line) && line.rfind("|---", 0) != 0) {
  }
  std::vector<Row> rows;
  while (std::getline(document, line) && line.rfind('|', 0) == 0) rows.push_back(cells_of(line));
  return rows;
}

}  // namespace mpitrace::tests
