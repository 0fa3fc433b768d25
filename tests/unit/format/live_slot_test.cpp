// SPDX-License-Identifier: BSD-3-Clause
#include "format/live_slot.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace mpitrace::format {
namespace {

TEST(LiveSlot, HasEightBytesOfFrameBeforeItsFields) {
  EXPECT_EQ(offsetof(LiveSlot, frame), 0U);
  EXPECT_EQ(offsetof(LiveSlot, magic), 8U);
}

TEST(LiveSlot, EndsBeforeItsChunkBegins) {
  EXPECT_EQ(kLiveHeaderBytes, 4096U);
  EXPECT_LE(sizeof(LiveSlot), kLiveHeaderBytes);
}

TEST(LiveSlot, BeginsWithItsNameInLetters) {
  char letters[8];
  std::memcpy(letters, &kLiveMagic, sizeof letters);
  EXPECT_EQ(std::string(letters, sizeof letters), "MPTLIVE1");
}

// A reader of another compiler counts on these.
TEST(LiveSlot, HasNoHoles) {
  EXPECT_EQ(offsetof(LiveSlot, process), 16U);
  EXPECT_EQ(offsetof(LiveSlot, thread), 24U);
  EXPECT_EQ(offsetof(LiveSlot, buffer_bytes), 28U);
  EXPECT_EQ(offsetof(LiveSlot, sequence), 32U);
  EXPECT_EQ(offsetof(LiveSlot, used_bytes), 40U);
  EXPECT_EQ(offsetof(LiveSlot, open_record), 48U);
  EXPECT_EQ(offsetof(LiveSlot, start_ticks), 56U);
  EXPECT_EQ(offsetof(LiveSlot, end_ticks), 64U);
  EXPECT_EQ(offsetof(LiveSlot, calls), 72U);
  EXPECT_EQ(offsetof(LiveSlot, loss), 80U);
  EXPECT_EQ(offsetof(LiveSlot, current), 112U);
  EXPECT_EQ(offsetof(LiveSlot, polls), 176U);
  EXPECT_EQ(sizeof(CurrentCall), 64U);
  EXPECT_EQ(sizeof(PendingPolls), 24U + kMaxPolledContexts * 24U);
  EXPECT_EQ(offsetof(LiveSlot, current_object), 392U);
  EXPECT_EQ(sizeof(LiveSlot), 400U);
}

}  // namespace
}  // namespace mpitrace::format
