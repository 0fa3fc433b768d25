// SPDX-License-Identifier: BSD-3-Clause
#include "encode/varint.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace mpitrace::encode {
namespace {

// The value that libprotobuf reads from these bytes; they must hold it and nothing else.
std::uint64_t read_by_protobuf(const std::uint8_t* bytes, std::size_t size) {
  google::protobuf::io::CodedInputStream input(bytes, static_cast<int>(size));
  std::uint64_t value = 0;
  EXPECT_TRUE(input.ReadVarint64(&value));
  EXPECT_EQ(static_cast<std::size_t>(input.CurrentPosition()), size);
  return value;
}

// 0, and both sides of each number of bytes that a varint can have.
std::vector<std::uint64_t> border_values() {
  std::vector<std::uint64_t> values{0, 1, std::numeric_limits<std::uint64_t>::max()};
  for (unsigned bits = 7; bits < 64; bits += 7) {
    const std::uint64_t first_longer = std::uint64_t{1} << bits;
    values.insert(values.end(), {first_longer - 1, first_longer, first_longer + 1});
  }
  return values;
}

class AtBorders : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AtBorders, VarintIsWhatProtobufReads) {
  std::uint8_t bytes[kMaxVarintBytes];
  const std::uint8_t* end = put_varint(bytes, GetParam());
  EXPECT_EQ(read_by_protobuf(bytes, static_cast<std::size_t>(end - bytes)), GetParam());
}

TEST_P(AtBorders, VarintHasNoByteTooMany) {
  std::uint8_t bytes[kMaxVarintBytes];
  const std::uint8_t* end = put_varint(bytes, GetParam());
  EXPECT_EQ(static_cast<std::size_t>(end - bytes), google::protobuf::io::CodedOutputStream::VarintSize64(GetParam()));
}

TEST_P(AtBorders, LongVarintIsTheSameAsTheShortWay) {
  std::uint8_t bytes[kMaxVarintBytes];
  std::uint8_t other_bytes[kMaxVarintBytes];
  const auto size = put_varint(bytes, GetParam()) - bytes;
  ASSERT_EQ(put_long_varint(other_bytes, GetParam()) - other_bytes, size);
  EXPECT_EQ(std::memcmp(bytes, other_bytes, static_cast<std::size_t>(size)), 0);
}

TEST_P(AtBorders, ZigzagIsProtobufs) {
  using google::protobuf::internal::WireFormatLite;
  for (const std::uint64_t bits : {GetParam(), 0 - GetParam()}) {
    const auto value = static_cast<std::int64_t>(bits);
    EXPECT_EQ(zigzag(value), WireFormatLite::ZigZagEncode64(value));
    EXPECT_EQ(WireFormatLite::ZigZagDecode64(zigzag(value)), value);
  }
}

TEST_P(AtBorders, PaddedVarintFillsItsBytesWhateverItHolds) {
  for (std::size_t room = 1; room <= 9; ++room) {
    if (GetParam() >> (7 * room) != 0) continue;
    std::uint8_t bytes[9];
    put_padded_varint(bytes, GetParam(), room);
    EXPECT_EQ(read_by_protobuf(bytes, room), GetParam()) << room;
  }
}

INSTANTIATE_TEST_SUITE_P(Varint, AtBorders, testing::ValuesIn(border_values()));

TEST(Zigzag, HoldsTheExtremes) {
  EXPECT_EQ(zigzag(std::numeric_limits<std::int64_t>::min()), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(zigzag(std::numeric_limits<std::int64_t>::max()), std::numeric_limits<std::uint64_t>::max() - 1);
  EXPECT_EQ(zigzag(-1), 1U);
}

}  // namespace
}  // namespace mpitrace::encode
