// SPDX-License-Identifier: BSD-3-Clause
#include "format/chunk.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "schema/trace.pb.h"
#include "unit/format/document.h"

namespace mpitrace::format {
namespace {

// "1 + 4" and "2 + 27" are a field's own bytes before its value and the value's; "1" and "5" stand alone.
struct Place {
  std::size_t value_at;
  std::size_t bytes;
};

Place place_of(const tests::Row& row) {
  char* rest = nullptr;
  const std::size_t at = std::strtoul(row.at(0).c_str(), &rest, 10);
  const std::size_t first = std::strtoul(row.at(1).c_str(), &rest, 10);
  while (*rest == ' ' || *rest == '+') ++rest;
  if (*rest == '\0') return {at, first};
  return {at + first, std::strtoul(rest, nullptr, 10)};
}

TEST(ChunkPrefix, HasThePlacesOfTheDocument) {
  const std::vector<tests::Row> rows = tests::table_of_format("## 2. Chunks");
  const std::vector<std::size_t> places{0,         kChunkLengthAt, kMagicAt,         kCrcAt,      kProcessAt,
                                        kThreadAt, kSequenceAt,    kStartTicksAt,    kEndTicksAt, kCallsAt,
                                        kAnchorAt, kLossAt,        kChunkPrefixBytes};
  ASSERT_EQ(rows.size(), places.size());
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const Place place = place_of(rows[i]);
    EXPECT_EQ(place.value_at, places[i]) << rows[i].at(2);
    EXPECT_EQ(place.value_at + place.bytes, std::strtoul(rows[i + 1].at(0).c_str(), nullptr, 10)) << rows[i].at(2);
  }
  EXPECT_EQ(std::strtoul(rows.back().at(0).c_str(), nullptr, 10), kChunkPrefixBytes);
}

TEST(ChunkPrefix, IsCheckedFromTheFirstByteAfterTheChecksum) {
  EXPECT_EQ(kCheckedAt, kCrcAt + 4);
}

// A tag of fields 16 to 2047 takes two bytes.
std::uint32_t two_byte_tag(int field) {
  const auto number = static_cast<std::uint32_t>(field);
  return (number << 3U | 2U) % 0x80U | 0x80U | (number >> 4U) << 8U;
}

TEST(ChunkTags, AreThoseOfTheSchema) {
  const auto one_byte_tag = [](int field) { return static_cast<std::uint32_t>(field) << 3U | 2U; };
  EXPECT_EQ(kRecordTag, one_byte_tag(Chunk::kRecordFieldNumber));
  EXPECT_EQ(kFunctionTag, one_byte_tag(Chunk::kFunctionFieldNumber));
  EXPECT_EQ(kModuleTag, one_byte_tag(Chunk::kModuleFieldNumber));
  EXPECT_EQ(kContextTag, one_byte_tag(Chunk::kContextFieldNumber));
  EXPECT_EQ(kCommunicatorTag, one_byte_tag(Chunk::kCommunicatorFieldNumber));
  EXPECT_EQ(kCommunicatorNameTag, two_byte_tag(Chunk::kCommunicatorNameFieldNumber));
  EXPECT_EQ(kThreadTag, two_byte_tag(Chunk::kThreadInfoFieldNumber));
  EXPECT_EQ(kEndTag, two_byte_tag(Chunk::kEndFieldNumber));
}

}  // namespace
}  // namespace mpitrace::format
