// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/abi.h"

#include <gtest/gtest.h>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

struct Special {
  const Abi* abi;
  int any_source;
  int proc_null;
  int root;
  int any_tag;
};

// The numbers as the three headers have them.
class SpecialNumbers : public testing::TestWithParam<Special> {};

TEST_P(SpecialNumbers, AreTheSameForAllMpisInAFile) {
  const tests::FakeMpi fake(*GetParam().abi);
  EXPECT_EQ(canonical_rank(GetParam().any_source), format::kAnySource);
  EXPECT_EQ(canonical_rank(GetParam().proc_null), format::kProcNull);
  EXPECT_EQ(canonical_rank(GetParam().root), format::kRoot);
  EXPECT_EQ(canonical_rank(5), 5);
  EXPECT_EQ(canonical_tag(GetParam().any_tag), format::kAnyTag);
  EXPECT_EQ(canonical_tag(5), 5);
}

INSTANTIATE_TEST_SUITE_P(Abis, SpecialNumbers,
                         testing::Values(Special{&kOpenMpiAbi, -1, -2, -4, -1}, Special{&kMpichAbi, -2, -1, -3, -1},
                                         Special{&kStandardAbi, -1, -3, -4, -2}));

TEST(LoadHandle, ReadsFourBytesOfMpichAndEightOfOthers) {
  const std::uint64_t handles[] = {0x1111'2222'3333'4444ULL, 0x5555'6666'7777'8888ULL};
  const tests::FakeMpi open_mpi(kOpenMpiAbi);
  EXPECT_EQ(load_handle(reinterpret_cast<Word>(handles), 1), 0x5555'6666'7777'8888ULL);
  g_abi = kMpichAbi;
  EXPECT_EQ(load_handle(reinterpret_cast<Word>(handles), 1), 0x1111'2222ULL);
  EXPECT_EQ(load_handle(reinterpret_cast<Word>(handles), 2), 0x7777'8888ULL);
}

}  // namespace
}  // namespace mpitrace::mpi
