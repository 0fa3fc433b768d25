// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/requests.h"

#include <sys/mman.h>

#include "mpi/slab.h"
#include "record/memory.h"
#include "record/thread.h"

namespace mpitrace::mpi {

RequestTable g_requests;
std::atomic_flag g_requests_flag = ATOMIC_FLAG_INIT;
std::atomic<bool> g_any_request = false;

namespace {

// Requests beyond the first of a handle.
constexpr std::uint32_t kSlabRequests = 1U << 12U;
constexpr std::uint32_t kMaxSlabs = 1U << 12U;  // 16 M requests of shared handles in flight

Slab<Request, &Request::next, kSlabRequests, kMaxSlabs> g_overflow;

}  // namespace

std::uint64_t RequestTable::add_slowly(Word handle, Request request) noexcept {
  if (handle == 0 || handle == g_abi.request_null) return 0;
  Entry* entry = &probe(handle);
  if (entry->handle == 0) entry = take_entry(handle);
  if (entry == nullptr) return 0;
  request.id = ++last_id_;
  if (g_many_threads) request.thread = calling_thread();
  if (entry->request.id == 0) {
    entry->request = request;
    return request.id;
  }
  const std::uint32_t slot = g_overflow.take();
  if (slot == 0) return 0;
  g_overflow.at(slot) = request;
  std::uint32_t& link = entry->last == 0 ? entry->request.next : g_overflow.at(entry->last).next;
  link = slot;
  entry->last = slot;
  return request.id;
}

RequestTable::Entry* RequestTable::take_entry(Word handle) noexcept {
  if (2 * (used_ + 1) > mask_ && !make_room()) return nullptr;
  Entry& entry = probe(handle);
  entry.handle = handle;
  ++used_;
  g_any_request.store(true, std::memory_order_relaxed);
  return &entry;
}

void RequestTable::put_back_first(Word handle, Request request) noexcept {
  Entry* entry = &probe(handle);
  if (entry->handle == 0) entry = take_entry(handle);
  if (entry == nullptr) return;
  request.next = 0;
  if (entry->request.id != 0) {
    const std::uint32_t slot = g_overflow.take();
    if (slot == 0) return;
    g_overflow.at(slot) = entry->request;
    request.next = slot;
    if (entry->last == 0) entry->last = slot;
  }
  entry->request = request;
}

// Twice as many entries, or as many as before where most of them had no request any more.
bool RequestTable::make_room() noexcept {
  const std::size_t old_capacity = mask_ + 1;
  std::size_t live = 0;
  for (std::size_t i = 0; i < old_capacity; ++i) live += entries_[i].request.id != 0 ? 1U : 0U;
  const std::size_t capacity = 4 * live < old_capacity ? old_capacity : 2 * old_capacity;
  auto* fresh = static_cast<Entry*>(record::map_memory(capacity * sizeof(Entry)));
  if (fresh == nullptr) return false;
  Entry* const old = entries_;
  entries_ = fresh;
  mask_ = capacity - 1;
  used_ = live;
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].request.id != 0) probe(old[i].handle) = old[i];
  }
  if (old != first_) munmap(old, old_capacity * sizeof(Entry));
  return true;
}

// Only the contents trade places: the order of all others stays.
void RequestTable::put_own_first(Entry& entry, std::uint32_t thread) noexcept {
  Request* from = &entry.request;
  while (from->thread != thread && from->next != 0) from = &g_overflow.at(from->next);
  if (from->thread != thread) return;
  // Everything before it moves one place back.
  const Request own = *from;
  Request carried = entry.request;
  const std::uint32_t first_next = entry.request.next;
  if (from == &entry.request) return;
  entry.request = own;
  entry.request.next = first_next;
  for (std::uint32_t slot = first_next;; slot = g_overflow.at(slot).next) {
    Request& place = g_overflow.at(slot);
    const std::uint32_t next = place.next;
    const bool is_last = &place == from;
    const Request displaced = place;
    place = carried;
    place.next = next;
    if (is_last) return;
    carried = displaced;
  }
}

void RequestTable::take_next(Entry& entry) noexcept {
  const std::uint32_t slot = entry.request.next;
  entry.request = g_overflow.at(slot);
  if (entry.request.next == 0) entry.last = 0;
  g_overflow.give_back(slot);
}

std::uint32_t calling_thread() noexcept {
  return record::g_thread != nullptr ? record::g_thread->slot->thread : 0;
}

Request peek_request(Word handle) noexcept {
  const Guarded guarded(g_requests_flag);
  const RequestTable::Entry* entry = g_requests.find(handle);
  if (entry == nullptr || !entry->request.traits.active) return {};
  return entry->request;
}

std::uint64_t start_request(Word handle) noexcept {
  const Guarded guarded(g_requests_flag);
  RequestTable::Entry* entry = g_requests.find(handle);
  if (entry == nullptr) return 0;
  entry->request.traits.active = true;
  return entry->request.id;
}

Request take_request(Word handle) noexcept {
  const Guarded guarded(g_requests_flag);
  RequestTable::Entry* entry = g_requests.find(handle);
  if (entry == nullptr) return {};
  const Request taken = entry->request;
  g_requests.remove_first(*entry);
  return taken;
}

void put_back_request(Word handle, const Request& taken) noexcept {
  if (taken.id == 0) return;
  const Guarded guarded(g_requests_flag);
  g_requests.put_back_first(handle, taken);
}

}  // namespace mpitrace::mpi
