// SPDX-License-Identifier: BSD-3-Clause
// A result file that several workers write block by block, in the order of the blocks' numbers whatever order they are
// ready in. It gets its name only when it is whole: until then, and after a failure, it is NAME.part.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "present/compress.h"
#include "present/text.h"

namespace mpitrace::present {

class Output {
 public:
  // A name that ends in .gz is packed. "-" is the standard output.
  static model::Result<Output> create(const std::string& path);
  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  // Takes the text and leaves an empty one. Blocks are numbered 0, 1, ... without a gap. Safe to call from several
  // workers, which write side by side where the file allows it; waits if it is far ahead of the others.
  void put(std::uint64_t number, Text& text);
  // Writing has failed: what is put from now on is dropped.
  bool has_failed();
  // All blocks are put: gives the file its name. The size on disk, or what went wrong at any time.
  model::Result<std::uint64_t> close();

 private:
  struct Block {
    Text text;  // or, in a file that is packed:
    PackedBlock packed;
    std::string_view bytes() const { return packed.unpacked_bytes > 0 ? std::string_view(packed.bytes) : text.view(); }
  };

  Output() = default;
  void write_ready(std::unique_lock<std::mutex>& lock);
  // At the given place; at the end of what is not a regular file.
  void write(std::string_view bytes, std::uint64_t offset);
  void append(std::string_view bytes);
  void fail(std::string reason);

  std::string path_;
  std::string part_path_;  // empty for what is not a regular file
  bool is_packed_ = false;
  GzipFrame frame_;
  int descriptor_ = -1;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Block> ready_;  // blocks that wait for their turn
  std::vector<Text> empty_;               // texts that were written, with their room
  bool is_writing_ = false;               // somebody writes, and nobody else may: not a regular file
  std::uint64_t size_ = 0;                // with all that has been given a place
  std::string failure_;
};

}  // namespace mpitrace::present
