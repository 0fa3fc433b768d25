// SPDX-License-Identifier: BSD-3-Clause
// Memory of our own, from the system and zeroed: the program's allocator is never used. Takes bytes; gives an address,
// null where there is none. Not for the hot path.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace mpitrace::record {

inline void* map_memory(std::size_t bytes) noexcept {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? nullptr : place;
}

}  // namespace mpitrace::record
