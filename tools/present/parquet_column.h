// SPDX-License-Identifier: BSD-3-Clause
// One column of some rows -> a Parquet column chunk: a dictionary page where values repeat, one data page, and what the
// footer says of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "present/export_columns.h"

namespace mpitrace::present {

// Parquet's numbers of the physical types of our cells.
inline constexpr std::int32_t kInt64 = 2;
inline constexpr std::int32_t kByteArray = 6;

class ParquetColumn {
 public:
  ParquetColumn(const Column& column, std::span<const Cell> cells);

  const std::string& bytes() const { return bytes_; }
  std::int64_t unpacked_bytes() const { return unpacked_bytes_; }
  // Thrift's ColumnChunk, where the bytes begin at `offset` of their file.
  std::string metadata(std::int64_t offset) const;

 private:
  enum class Page : std::int32_t { kData = 0, kDictionary = 2 };
  enum class Encoding : std::int32_t { kPlain = 0, kRunLength = 3, kDictionary = 8 };

  void put_page(Page page, Encoding encoding, std::size_t values, const std::string& body);
  void find_limits(const std::vector<Cell>& values);

  Column column_;
  std::string bytes_;
  std::int64_t rows_ = 0;
  std::int64_t nulls_ = 0;
  std::int64_t unpacked_bytes_ = 0;
  std::int64_t dictionary_bytes_ = 0;  // of its page; 0: there is none
  std::string least_;                  // as PLAIN, where there is a value and it is short
  std::string largest_;
};

}  // namespace mpitrace::present
