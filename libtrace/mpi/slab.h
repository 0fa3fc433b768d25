// SPDX-License-Identifier: BSD-3-Clause
// Items that keep their place in memory, numbered from 1; 0 is none. Memory is asked for a slab at a time, where no
// item that was given back is left. The caller guards it where threads share it.
#pragma once

#include <cstdint>

#include "record/memory.h"

namespace mpitrace::mpi {

// kLink: a std::uint32_t member that links the items which are free.
template <class Item, std::uint32_t Item::*kLink, std::uint32_t kItems, std::uint32_t kMaxSlabs>
class Slab {
 public:
  Item& at(std::uint32_t number) noexcept { return slabs_[number / kItems][number % kItems]; }

  // 0 without memory.
  std::uint32_t take() noexcept {
    if (free_ != 0) {
      const std::uint32_t number = free_;
      free_ = at(number).*kLink;
      return number;
    }
    const std::uint32_t slab = (made_ + 1) / kItems;
    if (slab == kMaxSlabs) return 0;
    if (slabs_[slab] == nullptr) slabs_[slab] = static_cast<Item*>(record::map_memory(kItems * sizeof(Item)));
    return slabs_[slab] == nullptr ? 0 : ++made_;
  }

  void give_back(std::uint32_t number) noexcept {
    at(number).*kLink = free_;
    free_ = number;
  }

 private:
  Item* slabs_[kMaxSlabs] = {};  // all zero at first, so that a slab takes no room in the library
  std::uint32_t made_ = 0;
  std::uint32_t free_ = 0;
};

}  // namespace mpitrace::mpi
