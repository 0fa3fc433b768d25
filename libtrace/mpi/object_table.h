// SPDX-License-Identifier: BSD-3-Clause
// Handles of MPI objects -> what we keep of each. An object keeps its place in memory until it is forgotten, so that
// who used it last can find it without a search. Memory is asked for when an object is kept, never when one is found.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>

#include "mpi/guarded.h"
#include "mpi/handle_table.h"

namespace mpitrace::mpi {

// Object has a std::uint32_t id, which is never 0.
template <class Object>
class ObjectTable {
 public:
  // Null where the handle is not known.
  Object* find(Word handle) noexcept {
    const Guarded guarded(flag_);
    const HandleTable::Entry* entry = handles_.find(handle);
    return entry != nullptr ? &at(entry->first) : nullptr;
  }

  // Keeps the object under a new id. A handle that comes again without having been forgotten (freed in an untraced
  // call, say) is another object from now on. Null without memory.
  Object* keep(Word handle, const Object& fresh) noexcept {
    const Guarded guarded(flag_);
    HandleTable::Entry* entry = handles_.insert(handle);
    if (entry == nullptr) return nullptr;
    if (entry->first == 0) entry->first = new_slot();
    if (entry->first == 0) {
      handles_.erase(entry);
      return nullptr;
    }
    Object& kept = at(entry->first);
    kept = fresh;
    kept.id = ++last_id_;
    return &kept;
  }

  // The handle may be used again for another. Gives the id it had, or 0.
  std::uint32_t forget(Word handle) noexcept {
    const Guarded guarded(flag_);
    HandleTable::Entry* entry = handles_.find(handle);
    if (entry == nullptr) return 0;
    const std::uint32_t slot = entry->first;
    const std::uint32_t id = at(slot).id;
    at(slot).id = free_;
    free_ = slot;
    handles_.erase(entry);
    return id;
  }

 private:
  static constexpr std::uint32_t kSlabObjects = 1U << 9U;
  static constexpr std::uint32_t kMaxSlabs = 1U << 11U;  // a million objects at a time

  Object& at(std::uint32_t slot) noexcept { return slabs_[slot / kSlabObjects][slot % kSlabObjects]; }

  std::uint32_t new_slot() noexcept {
    if (free_ != 0) {
      const std::uint32_t slot = free_;
      free_ = at(slot).id;
      return slot;
    }
    const std::uint32_t slab = made_ / kSlabObjects;
    if (slab == kMaxSlabs) return 0;
    if (slabs_[slab] == nullptr) {
      void* place =
          mmap(nullptr, kSlabObjects * sizeof(Object), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (place == MAP_FAILED) return 0;
      slabs_[slab] = static_cast<Object*>(place);
    }
    return made_++;
  }

  HandleTable handles_;
  Object* slabs_[kMaxSlabs] = {};
  std::uint32_t made_ = 1;  // slot 0 is none
  std::uint32_t free_ = 0;  // list through Object::id
  std::uint32_t last_id_ = 0;
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

// The number of the collective that begins now on whatever counts them here.
inline std::uint64_t count_up(std::uint64_t& sequence) noexcept {
  if (!g_many_threads) return sequence++;
  return __atomic_fetch_add(&sequence, 1, __ATOMIC_RELAXED);
}

}  // namespace mpitrace::mpi
