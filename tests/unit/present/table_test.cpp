// SPDX-License-Identifier: BSD-3-Clause
#include "present/table.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

TEST(Table, AlignsItsColumns) {
  Table table({{"rank"}, {"calls", Table::Align::kRight}});
  table.add({"0-3", "12"});
  table.add({"4", "12,345"});
  EXPECT_EQ(table.text(), "rank   calls\n0-3       12\n4     12,345\n");
}

TEST(Numbers, AreShownAsPeopleReadThem) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(duration_text(1'500'000), "1.500 ms");
  EXPECT_EQ(moment_text(1'700'000'000'000'000'000), "2023-11-14 22:13:20 UTC");
}

}  // namespace
}  // namespace mpitrace::present
