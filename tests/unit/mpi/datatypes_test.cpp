// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes.h"

#include <gtest/gtest.h>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kMpichInt = 0x4c00'0405U;  // as its mpi.h has it
constexpr Word kDerived = 0x8c00'0001U;

TEST(TypeSize, IsWhatMpiSays) {
  tests::FakeMpi fake(kMpichAbi);
  fake.type_bytes[kDerived] = 24;
  EXPECT_EQ(type_size(kDerived), 24);
}

TEST(TypeSize, IsThatOfTheNewTypeWhereAHandleComesAgain) {
  tests::FakeMpi fake(kMpichAbi);
  fake.type_bytes[kDerived] = 24;
  EXPECT_EQ(type_size(kDerived), 24);
  fake.type_bytes[kDerived] = 40;  // freed, and another one committed
  EXPECT_EQ(type_size(kDerived), 40);
}

TEST(TypeSize, OfPredefinedTypesOfOpenMpiIsAskedOnce) {
  tests::FakeMpi fake(kOpenMpiAbi);
  constexpr Word kVariables = 0x7f00'0000;
  set_predefined_range(kVariables, kVariables + 0x1000);
  fake.type_bytes[kVariables + 0x200] = 8;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(type_size(kVariables + 0x200), 8);
  set_predefined_range(0, 0);
  EXPECT_EQ(fake.asked_types.size(), 1U);
}

TEST(TypeSize, IsAskedEachTimeWhereThreadsCallAtOnce) {
  tests::FakeMpi fake(kOpenMpiAbi);
  set_predefined_range(0x1000, 0x2000);
  fake.type_bytes[0x1200] = 8;
  g_many_threads = true;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(type_size(0x1200), 8);
  g_many_threads = false;
  set_predefined_range(0, 0);
  EXPECT_EQ(fake.asked_types.size(), 3U);
}

TEST(TypeSize, LiesInTheHandlesOfMpichsBasicTypes) {
  tests::FakeMpi fake(kMpichAbi);
  EXPECT_EQ(type_size(kMpichInt), 4);
  EXPECT_EQ(type_size(kMpichAbi.byte_type), 1);
  EXPECT_TRUE(fake.asked_types.empty());
}

TEST(TypeSize, IsAskedInMpiCountWhereAnIntCannotSayIt) {
  tests::FakeMpi fake(kMpichAbi);
  fake.type_bytes[kDerived] = std::int64_t{5} << 30U;
  EXPECT_EQ(type_size(kDerived), std::int64_t{5} << 30U);
}

TEST(TypeSize, OfTheNullTypeIsZeroAndNotAsked) {
  tests::FakeMpi fake(kMpichAbi);
  EXPECT_EQ(type_size(kMpichAbi.datatype_null), 0);
  EXPECT_TRUE(fake.asked_types.empty());
}

}  // namespace
}  // namespace mpitrace::mpi
