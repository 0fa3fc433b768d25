// SPDX-License-Identifier: BSD-3-Clause
// A result file that several workers write block by block, in the order of the blocks' numbers whatever order they are ready in. It gets
// its name only when it is whole: until then, and after a failure, it is NAME.part.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "model/result.h"
#include "present/compress.h"

namespace mpitrace::present {

class Output {
 public:
  // A name that ends in .gz is packed. "-" is the standard output.
  static model::Result<Output> create(const std::string& path);
  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  // Blocks are numbered 0, 1, ... without a gap. Safe to call from several workers; waits if it is far ahead.
  void put(std::uint64_t number, std::string_view bytes);
  // Writing has failed: what is put from now on is dropped.
  bool has_failed();
  // All blocks are put: gives the file its name. The size on disk, or what went wrong at any time.
  model::Result<std::uint64_t> close();

 private:
  Output() = default;
  void write(std::string_view bytes);

  std::string path_;
  std::string part_path_;
  bool is_packed_ = false;
  GzipFrame frame_;
  int descriptor_ = -1;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, PackedBlock> ready_;  // blocks that came before their turn
  std::uint64_t written_ = 0;
  std::string failure_;
};

}  // namespace mpitrace::present
