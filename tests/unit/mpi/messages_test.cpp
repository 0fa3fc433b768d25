// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/messages.h"

#include <gtest/gtest.h>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

class Messages : public testing::Test {
 protected:
  tests::FakeMpi fake{kStandardAbi};
};

TEST_F(Messages, KeepTheirNumberFromProbeToReceive) {
  const std::uint64_t first = add_message(0x6001);
  const std::uint64_t second = add_message(0x6002);
  EXPECT_NE(first, 0U);
  EXPECT_NE(first, second);
  EXPECT_EQ(take_message(0x6001), first);
  EXPECT_EQ(take_message(0x6002), second);
}

TEST_F(Messages, AreGoneOnceReceived) {
  add_message(0x6001);
  take_message(0x6001);
  EXPECT_EQ(take_message(0x6001), 0U);
}

TEST_F(Messages, AreNewWhenTheirHandleComesAgain) {
  const std::uint64_t first = add_message(0x6001);
  take_message(0x6001);
  EXPECT_NE(add_message(0x6001), first);
  take_message(0x6001);
}

TEST_F(Messages, AreNoneForNullHandlesAndThoseOfNoProcess) {
  EXPECT_EQ(add_message(0), 0U);
  EXPECT_EQ(add_message(kStandardAbi.message_null), 0U);
  EXPECT_EQ(add_message(kStandardAbi.message_no_process), 0U);
  EXPECT_EQ(take_message(kStandardAbi.message_no_process), 0U);
}

}  // namespace
}  // namespace mpitrace::mpi
