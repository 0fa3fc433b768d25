// SPDX-License-Identifier: BSD-3-Clause
// A result file that several workers fill block by block, in the order of the blocks' numbers whatever order they are
// ready in. It gets its name only when it is whole: until then, and after a failure, it is NAME.part.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "model/result.h"
#include "present/compress.h"
#include "present/part_file.h"
#include "present/text.h"

namespace mpitrace::present {

class Output {
 public:
  // A name that ends in .gz is packed. "-" is the standard output.
  static model::Result<Output> create(const std::string& path);
  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  bool is_packed() const { return is_packed_; }
  // Takes the text and leaves an empty one. Blocks are numbered 0, 1, ... without a gap. Safe to call from several
  // workers; waits if there is much to be written before this block.
  void put(std::uint64_t number, Text& text);
  // Writing has failed: what is put from now on is dropped.
  bool has_failed();
  // All blocks are put: waits until they are written. What went wrong at any time, if something did.
  model::Result<model::Nothing> finish();
  // As finish(), then gives the file its name. The size on disk.
  model::Result<std::uint64_t> close();

 private:
  struct Block {
    Text text;  // or, in a file that is packed:
    PackedBlock packed;
    std::string_view bytes() const { return packed.unpacked_bytes > 0 ? std::string_view(packed.bytes) : text.view(); }
  };

  Output() = default;
  bool has_next() const { return !ready_.empty() && ready_.begin()->first == next_; }
  void write_ready(std::unique_lock<std::mutex>& lock);
  void serve();
  void stop();
  void append(std::string_view bytes);
  void fail(std::string reason);

  std::string path_;
  std::string part_path_;  // empty for what is not a regular file
  PartFile part_file_;
  bool is_packed_ = false;
  GzipFrame frame_;
  int descriptor_ = -1;
  std::mutex mutex_;
  std::condition_variable moved_;  // a block was put or written
  std::thread::id creator_ = std::this_thread::get_id();
  std::thread writer_;  // once somebody else has put a block
  bool is_closing_ = false;
  bool is_finished_ = false;              // what ends a packed file is written
  bool is_writing_ = false;               // somebody writes, and nobody else may
  std::uint64_t next_ = 0;                // the block to write next
  std::map<std::uint64_t, Block> ready_;  // blocks that wait for their turn
  std::uint64_t ready_bytes_ = 0;
  std::vector<Text> empty_;  // texts that were written, with their room
  std::uint64_t size_ = 0;
  std::string failure_;
};

}  // namespace mpitrace::present
