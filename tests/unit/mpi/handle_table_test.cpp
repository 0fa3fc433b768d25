// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/handle_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace mpitrace::mpi {
namespace {

TEST(HandleTable, FindsNothingWhileItIsEmpty) {
  HandleTable table;
  EXPECT_EQ(table.find(1), nullptr);
}

TEST(HandleTable, GivesAKnownHandleItsEntryAgain) {
  HandleTable table;
  table.insert(7)->first = 70;
  EXPECT_EQ(table.insert(7)->first, 70U);
  EXPECT_EQ(table.find(7)->first, 70U);
}

TEST(HandleTable, ForgetsWhatWasErased) {
  HandleTable table;
  table.erase(table.insert(7));
  EXPECT_EQ(table.find(7), nullptr);
  EXPECT_EQ(table.insert(7)->first, 0U);
}

// Few handles, so that they come and go in the same runs of entries; many, so that the table grows.
class RandomHandles : public testing::TestWithParam<Word> {};

TEST_P(RandomHandles, BehaveAsInAMap) {
  HandleTable table;
  std::map<Word, std::uint32_t> map;
  std::mt19937_64 random(GetParam());
  for (std::uint32_t i = 1; i <= 20'000; ++i) {
    const Word handle = 1 + random() % GetParam() * 64;
    HandleTable::Entry* entry = table.find(handle);
    ASSERT_EQ(entry != nullptr, map.contains(handle));
    if (entry == nullptr) {
      table.insert(handle)->first = map[handle] = i;
    } else {
      ASSERT_EQ(entry->first, map[handle]);
      table.erase(entry);
      map.erase(handle);
    }
  }
  for (const auto& [handle, value] : map) ASSERT_EQ(table.find(handle)->first, value);
}

INSTANTIATE_TEST_SUITE_P(Handles, RandomHandles, testing::Values(10, 700, 100'000));

}  // namespace
}  // namespace mpitrace::mpi
