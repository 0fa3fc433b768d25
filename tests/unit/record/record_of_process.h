// SPDX-License-Identifier: BSD-3-Clause
// What a process left, read as docs/FORMAT.md says: the chunks of its file, and its live slots replayed. Takes paths;
// gives each thread's calls. Throws where chunks are missing or out of order.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "format/live_slot.h"
#include "unit/record/decoder.h"

namespace mpitrace::tests {

class RecordOfProcess {
 public:
  explicit RecordOfProcess(const std::string& path);
  RecordOfProcess(const std::string& path, const std::string& live_path);

  // Adds what lies in a slot and in no chunk yet (docs/FORMAT.md, section 5).
  void replay(const format::LiveSlot& slot);

  std::size_t thread_count() const { return threads_.size(); }
  std::size_t chunk_count(std::uint32_t thread) const { return threads_.at(thread).chunks; }
  const Decoded& of_thread(std::uint32_t thread) const { return threads_.at(thread).decoder.decoded(); }
  std::vector<std::int64_t> tags_of_thread(std::uint32_t thread) const;
  // Failed polls, those that only the slot's fold holds included.
  std::uint64_t polled(std::uint32_t thread) const {
    return of_thread(thread).polled() + threads_.at(thread).pending_polls;
  }
  // Reasons of the threads' ends, as the file has them.
  const std::vector<int>& end_reasons() const { return end_reasons_; }
  std::uint64_t dropped_calls() const;

 private:
  struct Thread {
    Decoder decoder;
    std::uint64_t chunks = 0;
    std::uint64_t next_sequence = 0;
    std::uint64_t dropped_calls = 0;
    std::uint64_t lost_chunks = 0;
    std::uint64_t pending_polls = 0;
  };

  void add(const ReadChunk& chunk);

  std::map<std::uint32_t, Thread> threads_;
  std::vector<int> end_reasons_;
};

}  // namespace mpitrace::tests
