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

enum class RequestFor : std::uint8_t { kOther, kSend, kReceive };

// What a receive was asked for, in MPI's own numbers.
struct Wanted {
  std::int32_t source;
  std::int32_t tag;
  std::int64_t room_bytes;
};

struct Request {
  std::uint64_t id;  // never 0; 0 says that there is none
  Wanted wanted;     // of a receive
  RequestFor what;
  bool persistent;
  bool active;           // false: a persistent one that is not started
  std::uint32_t next;    // the next request of the same handle, an index of the overflow; 0: none
  std::uint32_t thread;  // that made it, where several call MPI at once
};

// The calling thread's number, where several call MPI at once; else 0.
std::uint32_t calling_thread() noexcept;

// Open addressing over handles; the first request of a handle lies in its entry, further ones in an overflow. Doubled
// when half full, the only time it asks for memory.
class RequestTable {
 public:
  struct Entry {
    Word handle;         // 0: free
    std::uint32_t last;  // of the overflow; 0: the entry's own is the only one
    Request request;
  };

  Entry* find(Word handle) noexcept {
    if (capacity_ == 0) [[unlikely]]
      return nullptr;
    for (std::size_t i = home(handle);; i = (i + 1) & (capacity_ - 1)) {
      if (entries_[i].handle == handle) return &entries_[i];
      if (entries_[i].handle == 0) return nullptr;
    }
  }

  [[gnu::always_inline]] std::uint64_t add(Word handle, RequestFor what, bool persistent,
                                           const Wanted& wanted) noexcept {
    if (2 * (used_ + 1) > capacity_ && !grow()) [[unlikely]]
      return 0;
    std::size_t i = home(handle);
    while (entries_[i].handle != 0 && entries_[i].handle != handle) i = (i + 1) & (capacity_ - 1);
    Entry& entry = entries_[i];
    const std::uint64_t id = ++last_id_;
    const std::uint32_t thread = g_many_threads ? calling_thread() : 0;
    if (entry.handle != 0) [[unlikely]]
      return append(entry, {id, wanted, what, persistent, !persistent, 0, thread});
    entry.handle = handle;
    entry.last = 0;
    entry.request.id = id;
    if (what == RequestFor::kReceive) entry.request.wanted = wanted;
    entry.request.what = what;
    entry.request.persistent = persistent;
    entry.request.active = !persistent;
    entry.request.next = 0;
    entry.request.thread = thread;
    ++used_;
    return id;
  }

  // The first request of the entry that this thread made becomes its first one, if there is any: who shares a handle
  // with other threads waits for its own.
  void put_own_first(Entry& entry, std::uint32_t thread) noexcept;

  // The first request of the entry is gone; the entry with it when it was the only one.
  void remove_first(Entry* entry) noexcept {
    if (entry->request.next != 0) [[unlikely]]
      return take_next(*entry);
    --used_;
    auto hole = static_cast<std::size_t>(entry - entries_);
    const std::size_t mask = capacity_ - 1;
    // Later entries of the same run move up, so that no marker of what was removed is ever needed.
    for (std::size_t i = (hole + 1) & mask; entries_[i].handle != 0; i = (i + 1) & mask) {
      if (((i - home(entries_[i].handle)) & mask) < ((i - hole) & mask)) continue;
      entries_[hole] = entries_[i];
      hole = i;
    }
    entries_[hole].handle = 0;
  }

 private:
  std::size_t home(Word handle) const noexcept {
    return ((handle * 0x9e37'79b9'7f4a'7c15ULL) >> 32U) & (capacity_ - 1);
  }
  bool grow() noexcept;
  std::uint64_t append(Entry& entry, const Request& request) noexcept;
  void take_next(Entry& entry) noexcept;

  Entry* entries_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
  std::uint64_t last_id_ = 0;
};

extern RequestTable g_requests;
extern std::atomic_flag g_requests_flag;

enum class Lifetime : std::uint8_t { kOnce, kPersistent };

// Gives the new request its number and keeps it; 0 when it cannot be kept (no memory) or the handle is a null request.
[[gnu::always_inline]] inline std::uint64_t add_request(Word handle, RequestFor what, Lifetime lifetime,
                                                        const Wanted& wanted) noexcept {
  if (handle == g_abi.request_null || handle == 0) [[unlikely]]
    return 0;
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
  if (handle == 0) [[unlikely]]
    return {};
  const Guarded guarded(g_requests_flag);
  RequestTable::Entry* entry = g_requests.find(handle);
  if (entry == nullptr) [[unlikely]]
    return {};
  if (entry->request.next != 0 && g_many_threads) [[unlikely]]
    g_requests.put_own_first(*entry, calling_thread());
  if (!entry->request.active) [[unlikely]]
    return {};
  const Completed completed{entry->request.id, entry->request.wanted, entry->request.what};
  if (entry->request.persistent) [[unlikely]] {
    entry->request.active = false;
  } else {
    g_requests.remove_first(entry);
  }
  return completed;
}

// The same request, left as it is.
Request peek_request(Word handle) noexcept;

// Marks a persistent request as started; gives its id or 0.
std::uint64_t start_request(Word handle) noexcept;

// MPI_Request_free: forgets it, persistent or not; gives its id or 0.
std::uint64_t free_request(Word handle) noexcept;

}  // namespace mpitrace::mpi
