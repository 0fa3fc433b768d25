// SPDX-License-Identifier: BSD-3-Clause
#include "present/run_length.h"

#include <gtest/gtest.h>

#include <random>

#include "unit/present/parquet_reader.h"

namespace mpitrace::present {
namespace {

std::string packed(const std::vector<std::uint32_t>& values, unsigned bit_width) {
  std::string bytes;
  put_run_lengths(values, bit_width, bytes);
  return bytes;
}

TEST(RunLength, WritesTheExampleOfTheFormat) {
  // 0 to 7 in three bits each, as Parquet's description has them, behind the head of one group.
  EXPECT_EQ(packed({0, 1, 2, 3, 4, 5, 6, 7}, 3), "\x03\x88\xc6\xfa");
}

TEST(RunLength, MakesARunOfEightAndMore) {
  EXPECT_EQ(packed(std::vector<std::uint32_t>(100, 5), 3), "\xc8\x01\x05");
}

TEST(RunLength, ReadsBackWhateverTheRuns) {
  std::mt19937 random(1);
  for (unsigned bit_width = 1; bit_width <= 24; ++bit_width) {
    std::vector<std::uint32_t> values;
    for (int run = 0; run < 200; ++run)
      values.insert(values.end(), random() % 20, static_cast<std::uint32_t>(random()) & ((1U << bit_width) - 1));
    EXPECT_EQ(tests::read_run_lengths(packed(values, bit_width), bit_width, values.size()), values) << bit_width;
  }
}

TEST(RunLength, WritesNothingForNothing) {
  EXPECT_EQ(packed({}, 1), "");
}

}  // namespace
}  // namespace mpitrace::present
