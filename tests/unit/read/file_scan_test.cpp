// SPDX-License-Identifier: BSD-3-Clause
#include "read/file_scan.h"

#include <gtest/gtest.h>

#include "format/chunk.h"
#include "synthetic/writer.h"

namespace mpitrace::read {
namespace {

// A header and three chunks of one call each.
struct Sample {
  std::string bytes;
  std::vector<std::size_t> ends;  // of the header and each chunk
};

Sample sample() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  Sample made;
  made.ends.push_back(process.log().size());
  for (int i = 0; i < 3; ++i) {
    process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
    process.thread().end_chunk();
    made.ends.push_back(process.log().size());
  }
  made.bytes = process.log();
  return made;
}

model::Result<FileScan> scan(const std::string& bytes) {
  const MappedFile file = MappedFile::from_bytes("profile_0.out", {bytes.begin(), bytes.end()});
  return scan_file(file);
}

TEST(ScanFile, FindsHeaderAndChunks) {
  const auto found = scan(sample().bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->headers.size(), 1U);
  EXPECT_EQ(found->chunks.size(), 3U);
  EXPECT_TRUE(found->damage.empty());
  EXPECT_EQ(found->chunks[2].sequence, 2U);
  EXPECT_EQ(found->chunks[1].end_ticks - found->chunks[1].start_ticks, 30U);
}

TEST(ScanFile, SaysWhereATornFileEnds) {
  const Sample whole = sample();
  for (std::size_t length = whole.ends[1] + 1; length < whole.ends[2]; ++length) {
    const auto found = scan(whole.bytes.substr(0, length));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->chunks.size(), 1U);
    ASSERT_EQ(found->damage.size(), 1U) << length;
    EXPECT_EQ(found->damage[0].begin, whole.ends[1]);
    EXPECT_EQ(found->damage[0].end, length);
  }
}

TEST(ScanFile, LosesOneChunkToAnyFlippedBit) {
  const Sample whole = sample();
  for (std::size_t bit = whole.ends[1] * 8; bit < whole.ends[2] * 8; ++bit) {
    std::string bytes = whole.bytes;
    bytes[bit / 8] = static_cast<char>(static_cast<unsigned char>(bytes[bit / 8]) ^ (1U << (bit % 8)));
    const auto found = scan(bytes);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->chunks.size(), 2U) << "bit " << bit % 8 << " of byte " << bit / 8;
    ASSERT_FALSE(found->damage.empty()) << "bit " << bit % 8 << " of byte " << bit / 8;
    EXPECT_EQ(found->damage.back().end, whole.ends[2]);
  }
}

TEST(ScanFile, GoesOnBehindForeignBytes) {
  const Sample whole = sample();
  const std::string bytes =
      whole.bytes.substr(0, whole.ends[1]) + "some log line that went astray" + whole.bytes.substr(whole.ends[1]);
  const auto found = scan(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->chunks.size(), 3U);
  ASSERT_EQ(found->damage.size(), 1U);
  EXPECT_EQ(found->damage[0].end - found->damage[0].begin, 30U);
}

TEST(ScanFile, SkipsFieldsItDoesNotKnow) {
  const Sample whole = sample();
  const auto found = scan(
      "\x22\x03"
      "abc\x28\x07" +
      whole.bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->chunks.size(), 3U);
  EXPECT_TRUE(found->damage.empty());
}

TEST(ScanFile, TakesTheLastHeaderOfAProcess) {
  format::Header header = synthetic::make_header(-1, 0);
  header.set_process(0x1000);
  const synthetic::ProcessWriter early(header);
  const auto found = scan(early.log() + sample().bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->headers.at(0x1000).rank.value, 0);
}

TEST(ScanFile, RefusesALaterFormat) {
  format::Header header = synthetic::make_header(0, 1);
  header.set_format_version(2);
  const auto found = scan(synthetic::ProcessWriter(header).log());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().text,
            "profile_0.out: is of format version 2, this mpitrace reads up to 1 (a newer mpitrace can read it)");
}

TEST(ScanFile, TakesASlotWithItsOpenRecordClosed) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  const auto found = scan(process.thread().slot("MPI_Barrier", 5));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->slots.size(), 1U);
  EXPECT_TRUE(found->damage.empty());
  EXPECT_EQ(found->slots[0].current.start_ticks, process.thread().end_ticks() + 5);
}

TEST(ScanFile, DoesNotBelieveASlotThatReachesOutOfItself) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Barrier", 10, 20, {}, {}, 0});
  for (const std::size_t field : {offsetof(format::LiveSlot, used_bytes), offsetof(format::LiveSlot, open_record)}) {
    std::string slot = process.thread().slot("", 5);
    slot[field + 6] = '\x7f';
    const auto found = scan(slot);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->slots.empty());
    EXPECT_FALSE(found->damage.empty());
  }
}

}  // namespace
}  // namespace mpitrace::read
