// SPDX-License-Identifier: BSD-3-Clause
// Text in aligned columns, and numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpitrace::present {

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

std::string grouped(std::uint64_t number);           // "1,234,567"
std::string bytes_text(std::uint64_t bytes);         // "1.2 MiB"
std::string duration_text(std::int64_t ns);          // "1.234 ms"
std::string moment_text(std::uint64_t realtime_ns);  // "2026-11-30 14:00:00 UTC"

}  // namespace mpitrace::present
