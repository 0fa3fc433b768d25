// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

namespace mpitrace::present {
namespace {

// The blocks as one file, read back by zlib.
std::string through_a_file(const std::vector<std::string>& blocks) {
  GzipFrame frame;
  std::string file(GzipFrame::head());
  std::size_t bytes = 0;
  for (const std::string& block : blocks) {
    const PackedBlock packed = pack(block);
    frame.add(packed);
    file += packed.bytes;
    bytes += block.size();
  }
  file += frame.tail();
  std::string text(bytes + 1, '\0');
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // window bits, and a gzip frame is expected
  inflateInit2(&stream, kGzip);
  stream.next_in = reinterpret_cast<Bytef*>(file.data());
  stream.avail_in = static_cast<uInt>(file.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const int status = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  text.resize(stream.total_out);
  return status == Z_STREAM_END && stream.avail_in == 0 ? text : "not one whole member";
}

std::string noise(std::size_t bytes) {
  std::mt19937 random(7);
  std::string text(bytes, '\0');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

TEST(Pack, MakesOneMemberOfManyBlocks) {
  const std::string text(1'000'000, 'x');
  EXPECT_EQ(through_a_file({text, "short", text}), text + "short" + text);
}

TEST(Pack, KeepsBytesThatCannotBePacked) {
  const std::string text = noise(3'000'000);
  EXPECT_EQ(through_a_file({text}), text);
}

TEST(Pack, MakesAnEmptyMemberOfNothing) {
  EXPECT_EQ(through_a_file({}), "");
}

}  // namespace
}  // namespace mpitrace::present
