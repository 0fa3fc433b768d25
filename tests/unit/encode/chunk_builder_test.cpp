// SPDX-License-Identifier: BSD-3-Clause
#include "encode/chunk_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/chunk.h"
#include "format/crc32c.h"
#include "schema/trace.pb.h"

namespace mpitrace::encode {
namespace {

constexpr AnchorTimes kAnchor{1'000, 2'000, 3'000};
constexpr std::uint32_t kBufferBytes = 4096;

class ChunkBuilder : public testing::Test {
 protected:
  ChunkBuilder() {
    slot().process = 0x1122'3344'5566'7788ULL;
    slot().thread = 3;
    slot().sequence = 5;
    slot().buffer_bytes = kBufferBytes;
    slot().loss = {11, 12, 13, 14};
  }

  format::LiveSlot& slot() { return *reinterpret_cast<format::LiveSlot*>(memory_.data()); }

  void record(std::uint8_t value) { chunk_bytes(slot())[slot().used_bytes++] = value; }
  void define_module(const std::string& path) {
    append_definition(slot(), format::Chunk::kModuleFieldNumber, [&](Message& message) {
      message.uint(1, 1);
      message.text(2, path.c_str());
    });
  }
  format::Chunk close_and_read() {
    const auto size = static_cast<int>(close_chunk(slot(), kAnchor));
    format::TraceFile read;
    EXPECT_TRUE(read.ParseFromArray(chunk_bytes(slot()), size));
    EXPECT_EQ(read.chunk_size(), 1);
    return read.chunk_size() == 1 ? read.chunk(0) : format::Chunk();
  }

 private:
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>((format::kLiveHeaderBytes + kBufferBytes) / 8);
};

TEST_F(ChunkBuilder, GivesAnEmptyChunkItsWholePrefix) {
  open_chunk(slot(), 100);
  slot().end_ticks = 250;
  slot().calls = 9;
  const format::Chunk chunk = close_and_read();
  EXPECT_EQ(chunk.magic(), format::kChunkMagic);
  EXPECT_EQ(chunk.process(), 0x1122'3344'5566'7788ULL);
  EXPECT_EQ(chunk.thread(), 3U);
  EXPECT_EQ(chunk.sequence(), 5U);
  EXPECT_EQ(chunk.start_ticks(), 100U);
  EXPECT_EQ(chunk.end_ticks(), 250U);
  EXPECT_EQ(chunk.calls(), 9U);
  EXPECT_EQ(chunk.anchor().ticks(), 1'000U);
  EXPECT_EQ(chunk.anchor().monotonic_raw_ns(), 2'000U);
  EXPECT_EQ(chunk.anchor().realtime_ns(), 3'000U);
  EXPECT_EQ(chunk.loss().dropped_calls(), 11U);
  EXPECT_EQ(chunk.loss().lost_chunks(), 12U);
  EXPECT_EQ(chunk.loss().nested_calls(), 13U);
  EXPECT_EQ(chunk.loss().abandoned_calls(), 14U);
}

TEST_F(ChunkBuilder, TakesBackARecordFieldInWhichNothingWasRecorded) {
  open_chunk(slot(), 100);
  EXPECT_EQ(close_chunk(slot(), kAnchor), format::kChunkPrefixBytes);
}

TEST_F(ChunkBuilder, JoinsRecordsAcrossTheDefinitionsBetweenThem) {
  open_chunk(slot(), 100);
  define_module("/bin/a");
  record(1);
  record(2);
  define_module("/bin/b");
  define_module("/bin/c");
  record(3);
  const format::Chunk chunk = close_and_read();
  EXPECT_EQ(std::vector<std::uint64_t>(chunk.record().begin(), chunk.record().end()),
            (std::vector<std::uint64_t>{1, 2, 3}));
  ASSERT_EQ(chunk.module_size(), 3);
  EXPECT_EQ(chunk.module(1).path(), "/bin/b");
}

TEST_F(ChunkBuilder, ChecksTheBytesThatTheDocumentNames) {
  open_chunk(slot(), 100);
  record(7);
  const std::size_t size = close_chunk(slot(), kAnchor);
  format::TraceFile read;
  ASSERT_TRUE(read.ParseFromArray(chunk_bytes(slot()), static_cast<int>(size)));
  constexpr std::size_t kFrom = 16;
  EXPECT_EQ(read.chunk(0).crc32c(), format::crc32c(chunk_bytes(slot()) + kFrom, size - kFrom));
}

TEST_F(ChunkBuilder, LeavesOutADefinitionThatDoesNotFit) {
  open_chunk(slot(), 100);
  record(1);
  define_module(std::string(kBufferBytes, 'p'));
  record(2);
  const format::Chunk chunk = close_and_read();
  EXPECT_EQ(chunk.module_size(), 0);
  EXPECT_EQ(chunk.record_size(), 2);
}

// A definition may fill the buffer up to the last byte, but for the record field that is opened behind it.
TEST_F(ChunkBuilder, StaysWithinItsBufferWhateverTheSizeOfADefinition) {
  for (std::size_t size = 3'800; size < kBufferBytes; ++size) {
    open_chunk(slot(), 100);
    define_module(std::string(size, 'p'));
    ASSERT_LE(slot().used_bytes, kBufferBytes) << size;
  }
}

TEST_F(ChunkBuilder, BeginsAgainWithoutTheLastChunksContent) {
  open_chunk(slot(), 100);
  define_module("/bin/a");
  record(1);
  close_chunk(slot(), kAnchor);
  open_chunk(slot(), 300);
  record(2);
  const format::Chunk chunk = close_and_read();
  EXPECT_EQ(chunk.start_ticks(), 300U);
  EXPECT_EQ(chunk.module_size(), 0);
  ASSERT_EQ(chunk.record_size(), 1);
  EXPECT_EQ(chunk.record(0), 2U);
}

}  // namespace
}  // namespace mpitrace::encode
