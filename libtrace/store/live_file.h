// SPDX-License-Identifier: BSD-3-Clause
// The file of live slots, mapped so that a record outlives its process. Takes a size; gives slots whose pages are there
// and writable, so that neither a fault nor a full disk can hit the application later. Knows no events.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/live_slot.h"
#include "store/log_file.h"

namespace mpitrace::store {

class LiveFile {
 public:
  bool create(const char* path) noexcept;
  // A slot with its frame, magic, process, thread and buffer size set. Falls back to memory that dies with the process
  // when the file cannot hold it (is_mapped() is then false); null only without any memory.
  format::LiveSlot* add_slot(std::uint64_t process, std::uint32_t thread, std::uint32_t buffer_bytes) noexcept;
  // The name disappears; the slots stay usable.
  void remove() noexcept;
  // Not over a file that is there: it may be another process's.
  bool rename_to(const char* path) noexcept;

  bool is_mapped() const noexcept { return mapped_; }
  const char* path() const noexcept { return path_; }

 private:
  void* map_next(std::size_t bytes) noexcept;

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool mapped_ = true;
  char path_[kMaxFilePathBytes] = {};
};

}  // namespace mpitrace::store
