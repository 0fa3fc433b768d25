// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_writer.h"

#include <utility>

namespace mpitrace::present {
namespace {

constexpr std::size_t kMostReady = 16;  // blocks that may wait for one that takes long, or for the disk

}  // namespace

void ExportWriter::put(std::uint64_t number, ExportBlock& block) {
  for (std::size_t i = 0; i < kTables; ++i) file_.prepare(static_cast<TableId>(i), block.rows[i]);
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return number == next_ || ready_.size() < kMostReady; });
  ready_.emplace(number, std::exchange(block, {}));
  write_ready(lock);
}

void ExportWriter::write_ready(std::unique_lock<std::mutex>& lock) {
  while (!is_writing_ && !ready_.empty() && ready_.begin()->first == next_) {
    ExportBlock block = std::move(ready_.begin()->second);
    ready_.erase(ready_.begin());
    is_writing_ = true;
    lock.unlock();
    write(block);
    lock.lock();
    is_writing_ = false;
    ++next_;
    moved_.notify_all();
  }
}

void ExportWriter::write(ExportBlock& block) {
  for (std::size_t i = 0; i < kTables; ++i) file_.append(static_cast<TableId>(i), block.rows[i]);
  if (block.collectives.empty()) return;
  Rows rows;
  collectives_.take(block.collectives, rows);
  block.collectives.clear();
  file_.prepare(TableId::kCollective, rows);
  file_.append(TableId::kCollective, rows);
}

std::uint64_t ExportWriter::finish() {
  Rows rows;
  collectives_.finish(rows);
  file_.prepare(TableId::kCollective, rows);
  file_.append(TableId::kCollective, rows);
  return collectives_.split();
}

}  // namespace mpitrace::present
