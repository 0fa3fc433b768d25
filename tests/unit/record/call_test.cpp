// SPDX-License-Identifier: BSD-3-Clause
#include "record/call.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>

#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

using format::Kind;
using Values = std::array<std::int64_t, format::kFieldCount>;

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

struct MadeCall {
  Kind kind;
  std::uint64_t site;
  Span span;
  Values values;
};

Values without_what_is_not_carried(Values values, Kind kind) {
  for (std::size_t n = 0; n < values.size(); ++n) {
    if ((format::carried_fields(kind) >> n & 1U) == 0) values.at(n) = 0;
  }
  values[static_cast<std::size_t>(format::Field::kListed)] = 0;  // no entries follow these calls
  return values;
}

// Calls from some sites, each site with its own habits: fields that repeat, step, jump or meet the ends of the numbers.
class Program {
 public:
  explicit Program(std::uint64_t seed) : random_(seed) {}

  MadeCall next() {
    const std::uint64_t site = 0x1000 + random_() % kSites;
    const auto kind = static_cast<Kind>(site * 7 % format::kKindCount);
    Values& values = last_.at(site - 0x1000);
    for (auto& value : values) value = changed(value);
    const std::uint64_t start_ticks = now_ticks_ + random_() % 5'000;
    now_ticks_ = start_ticks + (random_() % 4 == 0 ? random_() % (std::uint64_t{1} << 40U) : random_() % 100);
    return {kind, site, {start_ticks, now_ticks_}, without_what_is_not_carried(values, kind)};
  }

 private:
  static constexpr std::size_t kSites = 60;

  std::int64_t changed(std::int64_t value) {
    constexpr std::array<std::int64_t, 6> kEnds{kLowest, kHighest, 0, -1, kLowest + 1, kHighest - 1};
    switch (random_() % 40) {
      case 0:
        return static_cast<std::int64_t>(random_());
      case 1:
        return kEnds.at(random_() % kEnds.size());
      case 2:
      case 3:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 3);
      default:
        return value;
    }
  }

  std::mt19937_64 random_;
  std::uint64_t now_ticks_ = 1'000;
  std::array<Values, kSites> last_{};
};

void expect_equal(const tests::DecodedCall& read, const MadeCall& made) {
  ASSERT_EQ(read.kind, made.kind);
  ASSERT_EQ(read.site, made.site);
  ASSERT_EQ(read.values, made.values);
  ASSERT_EQ(read.start_ticks, made.span.start_ticks);
  ASSERT_EQ(read.end_ticks, made.span.end_ticks);
}

class RandomCalls : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomCalls, AreReadBackAsTheDocumentSays) {
  tests::Recording recording;
  Program program(GetParam());
  std::vector<MadeCall> made;
  for (int i = 0; i < 10'000; ++i) {
    made.push_back(program.next());
    recording.call(made.back().kind, made.back().site, made.back().span, made.back().values.data());
  }
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.calls.size(), made.size());
  EXPECT_GT(recording.chunks().size(), 2U) << "the calls should have met the ends of chunks";
  for (std::size_t i = 0; i < made.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(expect_equal(read.calls[i], made[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCalls, testing::Values(1, 2, 3));

// The predicted value may wrap around the ends of the numbers, and steps with it.
TEST(PutHead, WrapsAroundTheEndsOfTheNumbers) {
  tests::Recording recording;
  const std::vector<std::int64_t> tags{kLowest,  kHighest, kLowest, kHighest - 1, 0,
                                       kHighest, kLowest,  -1,      kHighest,     kHighest};
  Values values{};
  for (const std::int64_t tag : tags) {
    values[static_cast<std::size_t>(format::Field::kTag)] = tag;
    recording.call(Kind::kSend, 0x1000, {5, 6}, values.data());
  }
  std::vector<std::int64_t> read;
  for (const tests::DecodedCall& call : recording.decode().calls) read.push_back(call.value(format::Field::kTag));
  EXPECT_EQ(read, tags);
}

TEST(WriteCall, CostsThreeBytesWhenEverythingStepsOn) {
  tests::Recording recording;
  Values values{};
  std::uint64_t before = 0;
  for (std::int64_t i = 0; i < 10; ++i) {
    values[static_cast<std::size_t>(format::Field::kRequest)] = 100 + 2 * i;
    values[static_cast<std::size_t>(format::Field::kTag)] = 7 * i;
    before = recording.slot().used_bytes;
    const auto start_ticks = static_cast<std::uint64_t>(100 * i);
    recording.call(Kind::kSendStart, 0x1000, {start_ticks, start_ticks + 40}, values.data());
  }
  EXPECT_EQ(recording.slot().used_bytes - before, 3U);
}

TEST(WriteCall, NeverLetsTimeStepBack) {
  tests::Recording recording;
  const Values values{};
  recording.call(Kind::kPlain, 0x1000, {100, 200}, values.data());
  recording.call(Kind::kPlain, 0x1000, {150, 120}, values.data());
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.calls.at(1).start_ticks, 200U);
  EXPECT_EQ(read.calls.at(1).end_ticks, 200U);
}

TEST(WriteCall, SumsUpCallsAndTimeInItsContext) {
  tests::Recording recording;
  const Values values{};
  recording.call(Kind::kPlain, 0x1000, {100, 130}, values.data());
  recording.call(Kind::kPlain, 0x1000, {200, 205}, values.data());
  const Context& context = find_context(recording.thread(), 0x1000, static_cast<std::uint32_t>(Kind::kPlain));
  EXPECT_EQ(context.calls, 2U);
  EXPECT_EQ(context.busy_ticks, 35U);
  EXPECT_EQ(recording.slot().calls, 2U);
}

TEST(BeginCall, SaysWhichCallTheThreadIsInUntilItLeaves) {
  tests::Recording recording;
  Context& context = find_context(recording.thread(), 0x1000, 1);
  const std::uint64_t start_ticks = begin_call(recording.thread(), context);
  EXPECT_EQ(recording.slot().current.context, context.id);
  EXPECT_EQ(recording.slot().current.start_ticks, start_ticks);
  EXPECT_EQ(recording.thread().state, State::kInCall);
  end_call(recording.thread());
  EXPECT_EQ(recording.thread().state, State::kRecording);
  leave(recording.thread());
  EXPECT_EQ(recording.slot().current.context, 0U);
  EXPECT_EQ(recording.thread().state, State::kOutside);
}

}  // namespace
}  // namespace mpitrace::record
