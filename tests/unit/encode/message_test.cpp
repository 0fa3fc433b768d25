// SPDX-License-Identifier: BSD-3-Clause
#include "encode/message.h"

#include <gtest/gtest.h>

#include <string>

#include "schema/trace.pb.h"

namespace mpitrace::encode {
namespace {

TEST(Message, IsReadByProtobufWithAllItsKindsOfFields) {
  std::uint8_t bytes[256];
  Message message(bytes, sizeof bytes);
  message.uint(1, 7);
  message.sint(5, -1);
  message.fixed64(10, 0x0123'4567'89ab'cdefULL);
  format::Communicator read;
  ASSERT_TRUE(read.ParseFromArray(bytes, static_cast<int>(message.size())));
  EXPECT_EQ(read.id(), 7U);
  EXPECT_EQ(read.leader(), -1);
  EXPECT_EQ(read.members_hash(), 0x0123'4567'89ab'cdefULL);
}

TEST(Message, LeavesOutWhatIsProtobufsDefault) {
  std::uint8_t bytes[64];
  Message message(bytes, sizeof bytes);
  message.uint(1, 0);
  message.sint(5, 0);
  message.text(2, "");
  message.text(2, nullptr);
  message.bytes(3, bytes, 0);
  EXPECT_EQ(message.size(), 0U);
}

TEST(Message, NestsInOthers) {
  std::uint8_t bytes[256];
  Message message(bytes, sizeof bytes);
  std::uint8_t* header = message.begin(format::TraceFile::kHeaderFieldNumber);
  message.text(format::Header::kHostFieldNumber, "node17");
  std::uint8_t* clock = message.begin(format::Header::kClockFieldNumber);
  message.uint(2, 2'100'000'000);
  message.end(clock);
  message.uint(format::Header::kThreadLevelFieldNumber, 3);
  message.end(header);
  format::TraceFile read;
  ASSERT_TRUE(read.ParseFromArray(bytes, static_cast<int>(message.size())));
  ASSERT_EQ(read.header_size(), 1);
  EXPECT_EQ(read.header(0).host(), "node17");
  EXPECT_EQ(read.header(0).clock().ticks_per_second(), 2'100'000'000U);
  EXPECT_EQ(read.header(0).thread_level(), 3U);
}

void write_module(Message& message, const std::string& path) {
  std::uint8_t* body = message.begin(format::Chunk::kModuleFieldNumber);
  message.uint(1, 1);
  message.text(2, path.c_str());
  message.end(body);
}

TEST(Message, NeverWritesBeyondItsRoom) {
  constexpr std::uint8_t kMark = 0xa5;
  for (std::size_t room = 0; room < 100; ++room) {
    std::string memory(128, static_cast<char>(kMark));
    auto* bytes = reinterpret_cast<std::uint8_t*>(memory.data());
    Message message(bytes, room);
    write_module(message, std::string(40, 'p'));
    ASSERT_LE(message.size(), room);
    ASSERT_EQ(memory.find_first_not_of(static_cast<char>(kMark), room), std::string::npos) << room;
  }
}

TEST(Message, SaysThatItDidNotFitWhereverItEnded) {
  bool fitted = false;
  for (std::size_t room = 0; room < 100; ++room) {
    std::uint8_t bytes[100];
    Message message(bytes, room);
    write_module(message, std::string(40, 'p'));
    ASSERT_TRUE(!fitted || !message.overflowed()) << "fits into " << room - 1 << " bytes but not into one more";
    fitted = !message.overflowed();
    if (!fitted) continue;
    format::Chunk read;
    ASSERT_TRUE(read.ParseFromArray(bytes, static_cast<int>(message.size())));
    ASSERT_EQ(read.module(0).path(), std::string(40, 'p'));
  }
  EXPECT_TRUE(fitted);
}

}  // namespace
}  // namespace mpitrace::encode
