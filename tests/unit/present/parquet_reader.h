// SPDX-License-Identifier: BSD-3-Clause
// A second, independent look at Parquet files: small, plain, straight from the published format. Takes a file's bytes;
// gives its rows as text, and what its footer claims. Knows only what our files use, and fails the test at anything
// else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitrace::tests {

using TextRow = std::vector<std::optional<std::string>>;  // nothing: null

struct ParquetLimits {
  std::string least;  // numbers as decimal text
  std::string largest;
  std::int64_t nulls = 0;
};

struct ParquetContents {
  std::vector<std::string> names;
  std::vector<bool> is_text;
  std::vector<bool> is_optional;
  std::vector<TextRow> rows;
  std::vector<std::int64_t> rows_of_groups;
  std::vector<std::vector<ParquetLimits>> limits;  // [group][column]
  std::vector<std::vector<bool>> has_dictionary;   // [group][column]
  std::string created_by;
};

ParquetContents read_parquet(const std::string& bytes);

// `count` values of Parquet's hybrid of runs and bit-packed groups, from the begin of `bytes`.
std::vector<std::uint32_t> read_run_lengths(std::string_view bytes, unsigned bit_width, std::size_t count);

}  // namespace mpitrace::tests
