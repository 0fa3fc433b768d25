// SPDX-License-Identifier: BSD-3-Clause
// Handles of MPI objects -> what we keep of each. An object keeps its place in memory until it is forgotten, so that
// who used it last can find it without a search. Memory is asked for when an object is kept, never when one is found.
#pragma once

#include <atomic>
#include <cstdint>

#include "mpi/guarded.h"
#include "mpi/handle_table.h"
#include "mpi/slab.h"

namespace mpitrace::mpi {

// Object has a std::uint32_t id, which is never 0.
template <class Object>
class ObjectTable {
 public:
  // Null where the handle is not known.
  Object* find(Word handle) noexcept {
    const Guarded guarded(flag_);
    const HandleTable::Entry* entry = handles_.find(handle);
    return entry != nullptr ? &objects_.at(entry->first) : nullptr;
  }

  // Keeps the object under a new id. A handle that comes again without having been forgotten (freed in an untraced
  // call, say) is another object from now on. Null without memory.
  Object* keep(Word handle, const Object& fresh) noexcept {
    const Guarded guarded(flag_);
    Object* kept = place(handle, fresh);
    if (kept != nullptr) kept->id = ++last_id_;
    return kept;
  }

  // The handle may be used again for another. Gives what was kept of it; id 0 for nothing.
  Object take(Word handle) noexcept {
    const Guarded guarded(flag_);
    HandleTable::Entry* entry = handles_.find(handle);
    if (entry == nullptr) return {};
    const std::uint32_t number = entry->first;
    const Object taken = objects_.at(number);
    objects_.give_back(number);
    handles_.erase(entry);
    return taken;
  }

  // As before take().
  void put_back(Word handle, const Object& taken) noexcept {
    const Guarded guarded(flag_);
    if (taken.id != 0) place(handle, taken);
  }

 private:
  Object* place(Word handle, const Object& object) noexcept {
    HandleTable::Entry* entry = handles_.insert(handle);
    if (entry == nullptr) return nullptr;
    if (entry->first == 0) entry->first = objects_.take();
    if (entry->first == 0) {
      handles_.erase(entry);
      return nullptr;
    }
    Object& kept = objects_.at(entry->first);
    kept = object;
    return &kept;
  }

  static constexpr std::uint32_t kSlabObjects = 1U << 9U;
  static constexpr std::uint32_t kMaxSlabs = 1U << 11U;  // a million objects at a time

  HandleTable handles_;
  Slab<Object, &Object::id, kSlabObjects, kMaxSlabs> objects_;
  std::uint32_t last_id_ = 0;
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

// The object used last: most programs use one over and over. Not kept where several threads call MPI at once.
template <class Object>
struct Recent {
  Word handle;
  Object* object;
};

// The handle's object, where it is not the recent one: known, or added now by add(), which gives its id. `none` where
// it cannot be.
template <class Object, class Add>
Object* look_up(ObjectTable<Object>& table, Recent<Object>& recent, Object& none, Word handle, Add add) noexcept {
  Object* known = table.find(handle);
  if (known == nullptr) {
    if (add() == 0) return &none;
    known = table.find(handle);
  }
  if (!g_many_threads) recent = {handle, known};
  return known;
}

// The handle may be used again for another. Gives what was kept of it; id 0 for nothing.
template <class Object>
Object take(ObjectTable<Object>& table, Recent<Object>& recent, Object& none, Word handle) noexcept {
  if (recent.handle == handle) recent = {0, &none};
  return table.take(handle);
}

// What a call that frees an object takes away. Taken out before the call, since MPI may give another thread the handle
// before it comes back; put back where MPI kept the object.
template <class Object>
struct Freed {
  Word handle;
  Object object;
};

}  // namespace mpitrace::mpi
