// SPDX-License-Identifier: BSD-3-Clause
// The requests in flight: MPI's handle -> our number and what the request was made for, so that its completion can be
// told although MPI has overwritten the handle by then. Takes handles as MPI made them, also one handle for many
// requests at once (both MPIs hand out a shared one for operations that completed at once); those complete in the order
// they were made, each thread's own first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "mpi/abi.h"
#include "mpi/guarded.h"

namespace mpitrace::mpi {

// From kReceive on, its completion has something to say.
enum class RequestFor : std::uint8_t { kOther, kSend, kReceive, kFileRead };

// What a receive was asked for, in MPI's own numbers. Of a file read only the room counts.
struct Wanted {
  std::int32_t source;
  std::int32_t tag;
  std::int64_t room_bytes;
};

struct Traits {
  RequestFor what;
  bool persistent;
  bool active;  // false: a persistent one that is not started
  bool unused = false;
};

struct Request {
  std::uint64_t id;  // 0: none
  Wanted wanted;     // of a receive
  Traits traits;
  std::uint32_t next;    // the next request of the same handle, an index of the overflow; 0: none
  std::uint32_t thread;  // that made it, where several call MPI at once

  // Completing it ends it, and it is the only one of its handle.
  bool is_simple() const noexcept { return traits.active && !traits.persistent && next == 0; }
};

// The calling thread's number, where several call MPI at once; else 0.
std::uint32_t calling_thread() noexcept;

// Open addressing over handles; the first request of a handle lies in its entry, further ones in an overflow. An entry
// stays when its request is gone: both MPIs use few handles over and over. Memory is asked for only when half of the
// entries are taken, and then entries without a request are dropped. The null request never gets an entry, so that
// nobody need compare with it.
class RequestTable {
 public:
  struct alignas(64) Entry {
    Word handle;  // 0: free
    Request request;
    std::uint32_t last;  // of the overflow; 0: the entry's own is the only one
  };

  // Null where the handle has no request.
  Entry* find(Word handle) noexcept {
    Entry& entry = probe(handle);
    return entry.request.id != 0 ? &entry : nullptr;
  }

  [[gnu::always_inline]] std::uint64_t add(Word handle, RequestFor what, bool persistent,
                                           const Wanted& wanted) noexcept {
    Entry& entry = probe(handle);
    const Traits traits{what, persistent, !persistent};
    if (g_many_threads || entry.handle == 0 || entry.request.id != 0) [[unlikely]]
      return add_slowly(handle, {0, wanted, traits, 0, 0});
    const std::uint64_t id = ++last_id_;
    entry.request.id = id;
    if (what >= RequestFor::kReceive) entry.request.wanted = wanted;
    entry.request.traits = traits;
    return id;
  }

  // The first request of the entry that this thread made becomes its first one, if there is any: who shares a handle
  // with other threads waits for its own.
  void put_own_first(Entry& entry, std::uint32_t thread) noexcept;

  // As before its first request was removed.
  void put_back_first(Word handle, Request request) noexcept;

  // The first request of the entry is gone.
  void remove_first(Entry& entry) noexcept {
    entry.request.id = 0;
    if (entry.request.next != 0) [[unlikely]]
      take_next(entry);
  }

 private:
  std::size_t home(Word handle) const noexcept { return ((handle * 0x9e37'79b9'7f4a'7c15ULL) >> 32U) & mask_; }
  // The handle's entry, or the free one where it would stand.
  Entry& probe(Word handle) const noexcept {
    std::size_t i = home(handle);
    while (entries_[i].handle != handle && entries_[i].handle != 0) i = (i + 1) & mask_;
    return entries_[i];
  }
  std::uint64_t add_slowly(Word handle, Request request) noexcept;
  Entry* take_entry(Word handle) noexcept;
  bool make_room() noexcept;
  void take_next(Entry& entry) noexcept;

  static constexpr std::size_t kFirstCapacity = 256;

  Entry first_[kFirstCapacity];
  Entry* entries_ = first_;
  std::size_t mask_ = kFirstCapacity - 1;
  std::size_t used_ = 0;  // entries with a handle
  std::uint64_t last_id_ = 0;
};

[[gnu::visibility("hidden")]] extern RequestTable g_requests;
[[gnu::visibility("hidden")]] extern std::atomic_flag g_requests_flag;

// Set by the first request of all: until then no call can complete one.
[[gnu::visibility("hidden")]] extern std::atomic<bool> g_any_request;

enum class Lifetime : std::uint8_t { kOnce, kPersistent };

// Gives the new request its number and keeps it; 0 when it cannot be kept (no memory) or the handle is a null request.
[[gnu::always_inline]] inline std::uint64_t add_request(Word handle, RequestFor what, Lifetime lifetime,
                                                        const Wanted& wanted) noexcept {
  const Guarded guarded(g_requests_flag);
  return g_requests.add(handle, what, lifetime == Lifetime::kPersistent, wanted);
}

// The oldest request of this handle is completed: removed, or inactive when it is persistent. id 0 when none is active.
struct Completed {
  std::uint64_t id;
  Wanted wanted;
  RequestFor what;
};

[[gnu::always_inline]] inline Completed complete_request(Word handle) noexcept {
  const Guarded guarded(g_requests_flag);
  RequestTable::Entry* entry = g_requests.find(handle);
  if (entry == nullptr) [[unlikely]]
    return {};
  if (entry->request.next != 0 && g_many_threads) [[unlikely]]
    g_requests.put_own_first(*entry, calling_thread());
  if (!entry->request.traits.active) [[unlikely]]
    return {};
  const Completed completed{entry->request.id, entry->request.wanted, entry->request.traits.what};
  if (entry->request.traits.persistent) [[unlikely]] {
    entry->request.traits.active = false;
  } else {
    g_requests.remove_first(*entry);
  }
  return completed;
}

// The same request, left as it is.
Request peek_request(Word handle) noexcept;

// Marks a persistent request as started; gives its id or 0.
std::uint64_t start_request(Word handle) noexcept;

// MPI_Request_free: takes it out, persistent or not. id 0 when there is none.
Request take_request(Word handle) noexcept;

// It was not freed after all.
void put_back_request(Word handle, const Request& taken) noexcept;

}  // namespace mpitrace::mpi
