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
