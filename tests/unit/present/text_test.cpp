// SPDX-License-Identifier: BSD-3-Clause
#include "present/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mpitrace::present {
namespace {

std::string micros(std::int64_t ns) {
  Text text;
  text.micros(ns);
  return std::string(text.view());
}

std::string quoted(std::string_view raw) {
  Text text;
  text.quoted(raw);
  return std::string(text.view());
}

TEST(Text, WritesMicrosecondsWithThreeDecimals) {
  EXPECT_EQ(micros(0), "0.000");
  EXPECT_EQ(micros(7), "0.007");
  EXPECT_EQ(micros(1'234'567), "1234.567");
  EXPECT_EQ(micros(-1'005), "-1.005");
  EXPECT_EQ(micros(std::numeric_limits<std::int64_t>::min()), "-9223372036854775.808");
}

TEST(Text, WritesNumbersOfEveryLength) {
  std::vector<std::uint64_t> numbers = {0, std::numeric_limits<std::uint64_t>::max()};
  for (std::uint64_t power = 10; power < 10'000'000'000'000'000'000ULL; power *= 10)
    numbers.insert(numbers.end(), {power - 1, power, power + 1, power / 10 * 7});
  for (std::uint64_t number = 1; number < 1'000'000'000'000; number = number * 3 / 2 + 1) numbers.push_back(number);
  for (const std::uint64_t number : numbers) {
    Text text;
    text << number;
    EXPECT_EQ(text.view(), std::to_string(number));
  }
}

TEST(Text, WritesNegativeNumbers) {
  Text text;
  text << -1 << ' ' << std::int8_t{-128} << ' ' << std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(text.view(), "-1 -128 -9223372036854775808");
}

TEST(Text, BeginsInTheRoomThatWasGivenBack) {
  Text first;
  for (int i = 0; i < 100'000; ++i) first << i;
  const char* const room = first.view().data();
  Text::reuse(std::move(first));
  Text second;
  second << "text";
  EXPECT_EQ(second.view().data(), room);
  EXPECT_EQ(second.view(), "text");
}

TEST(Text, EscapesWhatJsonDoesNotTake) {
  EXPECT_EQ(quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quoted("line\n\x01"), "\"line\\u000a\\u0001\"");
  EXPECT_EQ(quoted("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(Text, ReplacesBytesThatAreNotUtf8) {
  for (const char* raw : {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xe2\x82", "\xf5\x80\x80\x80"}) {
    EXPECT_EQ(quoted(raw).find(raw), std::string::npos) << raw;
    EXPECT_NE(quoted(raw).find("\xef\xbf\xbd"), std::string::npos) << raw;
  }
}

TEST(Text, GrowsAsNeeded) {
  Text text;
  std::string truth;
  for (int i = 0; i < 10'000; ++i) {
    text << i << ' ';
    truth += std::to_string(i) + " ";
  }
  EXPECT_EQ(text.view(), truth);
}

}  // namespace
}  // namespace mpitrace::present
