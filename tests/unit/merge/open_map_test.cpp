// SPDX-License-Identifier: BSD-3-Clause
#include "merge/open_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace mpitrace::merge {
namespace {

TEST(OpenMap, HoldsWhatAStandardMapHolds) {
  std::mt19937_64 random(1);
  OpenMap<Id, int> map;
  std::map<std::uint64_t, int> truth;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t key = random() % 200;
    if (random() % 2 == 0) {
      map[Id{key}] = i;
      truth[key] = i;
    } else {
      EXPECT_EQ(map.erase(Id{key}), truth.erase(key) == 1);
    }
    ASSERT_EQ(map.size(), truth.size());
  }
  for (std::uint64_t key = 0; key < 200; ++key) {
    const int* found = map.find(Id{key});
    ASSERT_EQ(found != nullptr, truth.count(key) == 1) << key;
    if (found != nullptr) {
      EXPECT_EQ(*found, truth[key]);
    }
  }
}

}  // namespace
}  // namespace mpitrace::merge
