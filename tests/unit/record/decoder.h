// SPDX-License-Identifier: BSD-3-Clause
// A second reading of docs/FORMAT.md, section 3: slow, plain, and made from the text alone, to hold the recorder to it.
// Takes the chunks of one thread in their order; gives what they record. Throws on anything that the text does not
// allow.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "format/fields.h"
#include "unit/format/schema.h"

namespace mpitrace::tests {

struct DecodedEntry {
  std::uint64_t id;
  bool cancelled;
  bool has_status;
  std::int64_t source;
  std::int64_t tag;
  std::uint64_t bytes;
};

struct DecodedCall {
  format::Kind kind;
  std::uint32_t context;
  std::uint32_t function;
  std::uint64_t site;  // offset in its module
  bool is_timed;       // false: made while recording was paused
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
  std::array<std::int64_t, format::kFieldCount> values;  // 0 where the kind carries none
  std::vector<DecodedEntry> entries;
  std::vector<std::uint64_t> peer_bytes;  // as the last peer-bytes record of its context says

  std::int64_t value(format::Field field) const { return values.at(static_cast<std::size_t>(field)); }
};

struct DecodedPolls {
  std::uint64_t first_ticks;
  std::uint64_t last_ticks;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> by_context;  // count and busy ticks
};

struct DecodedControl {
  format::Control type;
  std::uint64_t at_ticks;  // its end
};

struct DecodedMark {
  format::Control type;  // region begin, region end, step
  std::uint64_t at_ticks;
  std::string name;      // of a region that begins
  std::uint64_t number;  // of a step
};

// The time of a flush record.
struct DecodedWork {
  format::OwnWork what;
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
};

struct Decoded {
  std::vector<DecodedCall> calls;
  std::vector<DecodedMark> marks;
  std::vector<DecodedPolls> polls;
  std::vector<DecodedControl> controls;
  std::vector<DecodedWork> own_work;
  std::uint64_t end_ticks = 0;  // of the last record

  std::uint64_t polled() const;  // failed polls in all
};

class Decoder {
 public:
  // Adds what the chunk records.
  void add(const ReadChunk& chunk);
  const Decoded& decoded() const { return decoded_; }

 private:
  struct Memory {
    std::uint64_t last = 0;
    std::uint64_t step = 0;
  };
  struct Meaning {
    format::Kind kind;
    std::uint32_t function;
    std::uint64_t site;
  };

  void learn_definitions(const ReadChunk& chunk);
  std::uint64_t next();
  void control();
  void flush();
  void polls(std::uint64_t count);
  void further_entries(std::uint64_t count);
  void peer_bytes(std::uint64_t count);
  void mark(format::Control type);
  void call(std::uint64_t head);
  DecodedEntry entry(std::uint64_t expected);

  Decoded decoded_;
  std::deque<std::uint64_t> stream_;
  std::map<std::uint32_t, Meaning> contexts_;
  std::map<std::pair<std::uint32_t, std::size_t>, Memory> memories_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> peer_bytes_;
  std::map<std::uint64_t, std::string> region_names_;
  std::uint64_t end_ticks_ = 0;
  bool is_paused_ = false;
  std::uint64_t next_work_ = 0;  // what the next flush record is about
};

}  // namespace mpitrace::tests
