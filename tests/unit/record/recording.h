// SPDX-License-Identifier: BSD-3-Clause
// A recording thread without a session: a slot in memory, and chunks that are kept instead of written. Takes calls as a
// wrapper would make them; gives what a reader finds. One at a time. A byte written beyond the slot's buffer meets a
// page that ends the process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "record/call.h"
#include "record/context.h"
#include "record/thread.h"
#include "unit/record/decoder.h"

namespace mpitrace::tests {

inline constexpr std::uint32_t kSmallestBuffer = 128U << 10U;

// Function n is of kind n modulo kKindCount.
const record::FunctionFacts* functions_of_each_kind();

class Recording {
 public:
  explicit Recording(std::uint32_t buffer_bytes = kSmallestBuffer,
                     const record::FunctionFacts* functions = functions_of_each_kind());
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  record::Thread& thread() { return *thread_; }
  format::LiveSlot& slot() { return *thread_->slot; }

  // A chunk is closed as soon as it is longer.
  void limit_chunks_to(std::uint64_t bytes) { thread_->limit_bytes = bytes; }

  // One call of the kind with the values that it carries.
  void call(format::Kind kind, std::uint64_t site, record::Span span, const std::int64_t* values);
  // One poll of the kind that found nothing.
  void poll(format::Kind kind, std::uint64_t site, record::Span span);

  // Closes the chunk under construction; gives all chunks so far.
  const std::vector<ReadChunk>& chunks();
  Decoded decode();

 private:
  static void flush_current(record::Thread& thread) noexcept;
  void close_chunk();
  void begin_chunk();

  std::unique_ptr<record::Thread> thread_;
  std::size_t mapped_bytes_;
  std::vector<ReadChunk> chunks_;
};

}  // namespace mpitrace::tests
