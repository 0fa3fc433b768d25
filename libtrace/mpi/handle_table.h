// SPDX-License-Identifier: BSD-3-Clause
// Handles of MPI objects -> small numbers. Open addressing, doubled when half full (the only time it asks for memory).
// Takes any handle but 0; the caller guards it where threads share it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/abi.h"
#include "record/memory.h"

namespace mpitrace::mpi {

class HandleTable {
 public:
  struct Entry {
    Word handle;          // 0: free
    std::uint32_t first;  // what the owner keeps for it
    std::uint32_t last;
  };

  Entry* find(Word handle) noexcept {
    if (entries_ == nullptr) return nullptr;
    for (std::size_t i = home(handle);; i = next(i)) {
      if (entries_[i].handle == handle) return &entries_[i];
      if (entries_[i].handle == 0) return nullptr;
    }
  }

  // The entry of the handle, made when it is not there (first = last = 0); null without memory.
  Entry* insert(Word handle) noexcept {
    if (2 * (used_ + 1) > capacity_ && !grow()) return nullptr;
    std::size_t i = home(handle);
    while (entries_[i].handle != 0 && entries_[i].handle != handle) i = next(i);
    if (entries_[i].handle == 0) {
      entries_[i] = {handle, 0, 0};
      ++used_;
    }
    return &entries_[i];
  }

  // Later entries of the same run move up, so that no marker of what was removed is ever needed.
  void erase(Entry* entry) noexcept {
    --used_;
    auto hole = static_cast<std::size_t>(entry - entries_);
    for (std::size_t i = next(hole); entries_[i].handle != 0; i = next(i)) {
      const std::size_t distance_home = (i - home(entries_[i].handle)) & (capacity_ - 1);
      const std::size_t distance_hole = (i - hole) & (capacity_ - 1);
      if (distance_home < distance_hole) continue;
      entries_[hole] = entries_[i];
      hole = i;
    }
    entries_[hole].handle = 0;
  }

 private:
  static constexpr std::size_t kFirstCapacity = 1024;

  std::size_t home(Word handle) const noexcept {
    return ((handle * 0x9e37'79b9'7f4a'7c15ULL) >> 32U) & (capacity_ - 1);
  }
  std::size_t next(std::size_t i) const noexcept { return (i + 1) & (capacity_ - 1); }

  bool grow() noexcept {
    const std::size_t capacity = capacity_ == 0 ? kFirstCapacity : 2 * capacity_;
    auto* fresh = static_cast<Entry*>(record::map_memory(capacity * sizeof(Entry)));
    if (fresh == nullptr) return false;
    Entry* const old = entries_;
    const std::size_t old_capacity = capacity_;
    entries_ = fresh;
    capacity_ = capacity;
    for (std::size_t k = 0; k < old_capacity; ++k) {
      if (old[k].handle == 0) continue;
      std::size_t i = home(old[k].handle);
      while (entries_[i].handle != 0) i = next(i);
      entries_[i] = old[k];
    }
    if (old != nullptr) munmap(old, old_capacity * sizeof(Entry));
    return true;
  }

  Entry* entries_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
};

}  // namespace mpitrace::mpi
