// SPDX-License-Identifier: BSD-3-Clause
// Blocks of all ranks, in the order of their numbers whatever order they are ready in, -> the tables of a file.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

#include "present/export_collectives.h"
#include "present/export_file.h"
#include "present/export_rank.h"

namespace mpitrace::present {

class ExportWriter {
 public:
  // Both must outlive it.
  ExportWriter(ExportFile& file, const ExportOptions& options) : file_(file), collectives_(options.from, options.to) {}

  // Takes the block and leaves an empty one. Blocks are numbered 0, 1, ... without a gap. Safe to call from several
  // workers; waits if there is much to be written before this block.
  void put(std::uint64_t number, ExportBlock& block);
  // All blocks are put: adds the collectives that not all members came to. How many others were written too early.
  std::uint64_t finish();

 private:
  void write_ready(std::unique_lock<std::mutex>& lock);
  void write(ExportBlock& block);

  ExportFile& file_;
  ExportCollectives collectives_;
  std::mutex mutex_;
  std::condition_variable moved_;  // a block was written
  bool is_writing_ = false;        // somebody writes, and nobody else may
  std::uint64_t next_ = 0;         // the block to write next
  std::map<std::uint64_t, ExportBlock> ready_;
};

}  // namespace mpitrace::present
