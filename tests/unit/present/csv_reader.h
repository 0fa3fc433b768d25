// SPDX-License-Identifier: BSD-3-Clause
// A small reader of CSV (RFC 4180) for tests: an empty cell without quotes is nothing.
#pragma once

#include <string_view>
#include <vector>

#include "unit/present/parquet_reader.h"

namespace mpitrace::tests {

inline std::vector<TextRow> read_csv(std::string_view text) {
  std::vector<TextRow> rows;
  std::size_t at = 0;
  while (at < text.size()) {
    TextRow& row = rows.emplace_back();
    for (bool is_more = true; is_more;) {
      std::optional<std::string> cell;
      if (text[at] == '"') {
        cell = "";
        for (++at; text[at] != '"' || (at + 1 < text.size() && text[at + 1] == '"'); ++at) {
          if (text[at] == '"') ++at;
          *cell += text[at];
        }
        ++at;
      } else if (const std::size_t end = text.find_first_of(",\n", at); end > at) {
        cell = text.substr(at, end - at);
        at = end;
      }
      row.push_back(cell);
      is_more = text[at++] == ',';
    }
  }
  return rows;
}

}  // namespace mpitrace::tests
