// SPDX-License-Identifier: BSD-3-Clause
// All records of one thread, from its first chunk to the call it died in, on the run's clock. Says where chunks are
// missing or make no sense; never stops early because of one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/call.h"
#include "model/clock.h"
#include "read/chunk.h"
#include "read/file_scan.h"
#include "read/records.h"

namespace mpitrace::read {

// A thread's chunks by sequence, and the slot it left open.
struct ThreadChunks {
  std::uint32_t number = 0;
  std::vector<ChunkFrame> chunks;
  std::optional<OpenSlot> open;  // its frame stands last in `chunks`

  bool is_open(const ChunkFrame& frame) const { return open && &frame == &chunks.back(); }
};

class ThreadReader final : public model::RecordSource {
 public:
  // `chunks` and `sites` must outlive the reader. Begins at the chunk in place `first`.
  ThreadReader(const ThreadChunks& chunks, const Sites& sites, model::Clock clock, std::size_t first = 0);

  const model::Record* next() override;

 private:
  const model::Record* begin_chunk();
  const model::Record* end_chunk(bool is_torn);
  const model::Record* end_of_slot();
  const model::Record* loss(std::uint64_t chunks, std::uint64_t calls);
  const model::Record* call(model::RecordType type);
  const model::Record* polls(std::span<const PolledUse> polled, std::uint64_t first_ticks, std::uint64_t last_ticks);
  const model::Record* pending_polls();
  const model::Record* unfinished();
  const model::Record* plain(model::RecordType type);
  const model::Record* mark(model::RecordType type);

  const ThreadChunks& chunks_;
  const Sites& sites_;
  model::Clock clock_;
  std::size_t next_chunk_;
  bool is_in_chunk_ = false;
  std::uint64_t expected_sequence_ = 0;
  std::uint64_t dropped_calls_ = 0;
  ChunkContents contents_;
  RecordReader records_;
  std::vector<model::PolledSite> polled_;
  model::Values values_;  // of a call that has none in records_, or whose chunk is over
  model::Record last_call_;
  bool has_taken_polls_ = false;
  bool has_taken_current_ = false;
  model::Record record_;
};

}  // namespace mpitrace::read
