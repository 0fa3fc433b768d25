// SPDX-License-Identifier: BSD-3-Clause
#include "read/records.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "read/chunk.h"
#include "read/file_scan.h"
#include "schema/trace.pb.h"
#include "synthetic/writer.h"

namespace mpitrace::read {
namespace {

using Step = RecordReader::Step;

// The stream as docs/FORMAT.md tells it, word for word, on what libprotobuf parsed.
class SlowReader {
 public:
  explicit SlowReader(const format::Chunk& chunk) : chunk_(chunk), end_(chunk.start_ticks()) {}

  bool at_end() const { return place_ == chunk_.record_size(); }
  std::uint64_t take() { return chunk_.record(place_++); }
  std::int64_t take_signed() { return unzigzag(take()); }

  std::string next() {
    const std::uint64_t head = take();
    if (head == 0) return control();
    Memory& memory = memory_[head >> 1U];
    const std::uint64_t mask = (head & 1U) != 0 ? take() : 0;
    for (std::size_t field = 0; field < format::kFieldCount; ++field) {
      std::uint64_t value = memory.last[field] + memory.step[field];
      if ((mask >> field & 1U) != 0) value += static_cast<std::uint64_t>(take_signed());
      memory.step[field] = value - memory.last[field];
      memory.last[field] = value;
    }
    std::string text = "call " + std::to_string(head >> 1U);
    for (const std::uint64_t value : memory.last) text += " " + std::to_string(static_cast<std::int64_t>(value));
    text += is_paused_ ? "" : times();
    std::int64_t expected = static_cast<std::int64_t>(memory.last[static_cast<std::size_t>(format::Field::kRequest)]);
    for (std::uint64_t i = 0; i < memory.last[static_cast<std::size_t>(format::Field::kListed)]; ++i)
      text += entry(expected);
    return text;
  }

 private:
  struct Memory {
    std::array<std::uint64_t, format::kFieldCount> last{};
    std::array<std::uint64_t, format::kFieldCount> step{};
  };

  std::string times() {
    const std::uint64_t start = end_ + take();
    end_ = start + take();
    return " from " + std::to_string(start) + " to " + std::to_string(end_);
  }
  std::string entry(std::int64_t& expected) {
    const std::uint64_t bits = take();
    const std::int64_t id = expected + unzigzag(bits >> 2U);
    expected = id + 1;
    std::string text = " (" + std::to_string(id) + ((bits & 2U) != 0 ? " cancelled" : "");
    if ((bits & 1U) != 0) {
      text += " " + std::to_string(take_signed());
      text += " " + std::to_string(take_signed());
      text += " " + std::to_string(static_cast<std::int64_t>(take()));
    }
    return text + ")";
  }
  std::string control() {
    const std::uint64_t type = take();
    const std::uint64_t values = take();
    switch (type) {
      case 1: {
        std::string text = "polls" + times();
        for (std::uint64_t i = 2; i < values; ++i) text += " " + std::to_string(take());
        return text;
      }
      case 2:
        end_ += take();
        is_paused_ = true;
        return "pause " + std::to_string(end_);
      case 3:
        end_ += take();
        is_paused_ = false;
        return "resume " + std::to_string(end_);
      case 4:
        return (std::exchange(own_work_, 0) == 1 ? "clocks" : "flush") + times();
      case 10:
        own_work_ = take();
        return at_end() ? "end" : next();
      default:
        for (std::uint64_t i = 0; i < values; ++i) take();
        return at_end() ? "end" : next();
    }
  }

  const format::Chunk& chunk_;
  int place_ = 0;
  std::uint64_t end_;
  bool is_paused_ = false;
  std::uint64_t own_work_ = 0;
  std::map<std::uint64_t, Memory> memory_;
};

std::string times(const RecordReader& reader) {
  return " from " + std::to_string(reader.start_ticks()) + " to " + std::to_string(reader.end_ticks());
}

std::string text_of(const RecordReader& reader, Step step) {
  std::string text;
  switch (step) {
    case Step::kCall:
      text = "call " + std::to_string(reader.context().id);
      for (std::size_t field = 0; field < model::kFields; ++field)
        text += " " + std::to_string(reader.values()[static_cast<model::Field>(field)]);
      text += reader.is_paused() ? "" : times(reader);
      for (const model::RequestEntry& entry : reader.listed()) {
        text += " (" + std::to_string(entry.id) + (entry.cancelled ? " cancelled" : "");
        if (entry.has_status)
          text +=
              " " + std::to_string(entry.source) + " " + std::to_string(entry.tag) + " " + std::to_string(entry.bytes);
        text += ")";
      }
      return text;
    case Step::kPolls:
      text = "polls" + times(reader);
      for (const PolledUse& polled : reader.polled())
        text += " " + std::to_string(polled.context.id) + " " + std::to_string(polled.count) + " " +
                std::to_string(polled.busy_ticks);
      return text;
    case Step::kPause:
      return "pause " + std::to_string(reader.end_ticks());
    case Step::kResume:
      return "resume " + std::to_string(reader.end_ticks());
    case Step::kFlush:
      return "flush" + times(reader);
    case Step::kClocksCompared:
      return "clocks" + times(reader);
    default:
      return step == Step::kEnd ? "end" : "malformed";
  }
}

// Any 64-bit number, small ones more often.
std::int64_t any_number(std::mt19937_64& random) {
  const auto bits = static_cast<unsigned>(random() % 64);
  return static_cast<std::int64_t>(random() >> bits) * (random() % 2 == 0 ? 1 : -1);
}

synthetic::Call any_call(std::mt19937_64& random) {
  static const char* const kNames[] = {"MPI_Send",      "MPI_Recv",  "MPI_Waitall",
                                       "MPI_Allreduce", "MPI_Start", "MPI_Comm_rank"};
  synthetic::Call call;
  call.function = kNames[random() % 6];
  call.site = random() % 4;
  call.gap = random() >> (random() % 64);
  call.duration = random() % 1000;
  for (std::size_t field = 0; field < format::kFieldCount; ++field) {
    if (random() % 3 == 0) call.fields.emplace_back(static_cast<format::Field>(field), any_number(random));
  }
  for (std::uint64_t i = random() % 8; i < 3; ++i) {
    synthetic::Entry entry{static_cast<std::int64_t>(random() % 1000), random() % 2 == 0, {}};
    if (random() % 2 == 0)
      entry.status = synthetic::Status{any_number(random), any_number(random), random() >> (random() % 64)};
    call.fields.emplace_back(format::Field::kRequest, entry.id);
    call.entries.push_back(entry);
  }
  return call;
}

std::string any_stream(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  for (int i = 0; i < 60; ++i) {
    switch (random() % 16) {
      case 0:
        thread.polls(random() % 100, random() % 100, {{"MPI_Test", random() % 9, random() % 50}, {"MPI_Iprobe", 2, 3}});
        break;
      case 1:
        thread.pause(random() % 100);
        break;
      case 2:
        thread.resume(random() % 100);
        break;
      case 3:
        thread.flush(random() % 100, random() % 100);
        break;
      case 4:
        thread.control(77, {1, random(), 3});
        break;
      case 5:
        thread.control(static_cast<std::uint64_t>(format::Control::kOwnWork), {random() % 3});
        break;
      default:
        thread.call(any_call(random));
    }
  }
  thread.end_chunk();
  return process.log();
}

class RandomStream : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomStream, ReadsAsLibprotobufAndTheDocumentDo) {
  const std::string bytes = any_stream(GetParam());
  format::TraceFile parsed;
  ASSERT_TRUE(parsed.ParseFromString(bytes));
  const format::Chunk& chunk = parsed.chunk(0);
  const MappedFile file = MappedFile::from_bytes("profile_0.out", {bytes.begin(), bytes.end()});
  const auto scan = scan_file(file);
  ASSERT_TRUE(scan);
  ChunkContents contents;
  ASSERT_TRUE(read_chunk(scan->chunks.at(0).body, contents));
  Sites sites;
  sites.learn(contents);
  RecordReader fast;
  ASSERT_TRUE(fast.begin(contents.records, sites.uses(contents), chunk.start_ticks()));
  SlowReader slow(chunk);
  while (!slow.at_end()) {
    const std::string expected = slow.next();
    ASSERT_EQ(text_of(fast, fast.next()), expected);
  }
  EXPECT_EQ(fast.next(), Step::kEnd);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomStream, testing::Range<std::uint64_t>(1, 200));

TEST(RecordReader, EndsInMalformedWhereAnyByteIsCutOff) {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  process.thread().call({"MPI_Send", 1000, 70'000, {{format::Field::kPeer, 300}, {format::Field::kTag, 5}}, {}, 0});
  process.thread().end_chunk();
  format::TraceFile file;
  ASSERT_TRUE(file.ParseFromString(process.log()));
  std::string stream;
  for (const std::uint64_t value : file.chunk(0).record()) synthetic::put_varint(stream, value);
  const ContextUse use{1, 0, model::Kind::kSend, model::Group::kPointToPoint};
  for (std::size_t length = 1; length < stream.size(); ++length) {
    const Bytes cut(reinterpret_cast<const std::uint8_t*>(stream.data()), length);
    RecordReader reader;
    ASSERT_TRUE(reader.begin({&cut, 1}, {&use, 1}, 0));
    EXPECT_EQ(reader.next(), Step::kMalformed) << length << " bytes";
  }
}

TEST(RecordReader, ReadsACallThatGoesOnInTheNextField) {
  const std::uint8_t head[] = {2, 10};
  const std::uint8_t rest[] = {20};
  const Bytes fields[] = {head, Bytes{}, rest};
  const ContextUse use{1, 0, model::Kind::kPlain, model::Group::kLocal};
  RecordReader reader;
  ASSERT_TRUE(reader.begin(fields, {&use, 1}, 100));
  ASSERT_EQ(reader.next(), Step::kCall);
  EXPECT_EQ(reader.start_ticks(), 110U);
  EXPECT_EQ(reader.end_ticks(), 130U);
  EXPECT_EQ(reader.next(), Step::kEnd);
}

TEST(RecordReader, RefusesMoreEntriesThanThereCanBe) {
  // Listed (bit 8) is set to 2^40.
  std::string stream;
  for (const std::uint64_t value : {std::uint64_t{3}, std::uint64_t{1} << 8U, synthetic::zigzag(std::int64_t{1} << 40U),
                                    std::uint64_t{1}, std::uint64_t{1}})
    synthetic::put_varint(stream, value);
  const Bytes field(reinterpret_cast<const std::uint8_t*>(stream.data()), stream.size());
  const ContextUse use{1, 0, model::Kind::kComplete, model::Group::kPointToPoint};
  RecordReader reader;
  ASSERT_TRUE(reader.begin({&field, 1}, {&use, 1}, 0));
  EXPECT_EQ(reader.next(), Step::kMalformed);
}

TEST(RecordReader, RefusesAContextThatIsNotDefined) {
  const std::uint8_t stream[] = {4, 1, 1};
  const Bytes field = stream;
  const ContextUse use{1, 0, model::Kind::kPlain, model::Group::kLocal};
  RecordReader reader;
  ASSERT_TRUE(reader.begin({&field, 1}, {&use, 1}, 0));
  EXPECT_EQ(reader.next(), Step::kMalformed);
}

}  // namespace
}  // namespace mpitrace::read
