// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/requests.h"

#include <sys/mman.h>

#include "mpi/guarded.h"
#include "mpi/handle_table.h"

namespace mpitrace::mpi {

bool g_many_threads = false;

namespace {

constexpr std::uint32_t kSlabRequests = 1U << 12U;
constexpr std::uint32_t kMaxSlabs = 1U << 12U;  // 16 M requests in flight

HandleTable g_table;
Request* g_slabs[kMaxSlabs];
std::uint32_t g_made = 1;  // slots used so far; 0 means none
std::uint32_t g_free = 0;  // list of slots given back
std::uint64_t g_last_id = 0;
std::atomic_flag g_flag = ATOMIC_FLAG_INIT;

Request& at(std::uint32_t slot) noexcept { return g_slabs[slot / kSlabRequests][slot % kSlabRequests]; }

std::uint32_t new_slot() noexcept {
  if (g_free != 0) {
    const std::uint32_t slot = g_free;
    g_free = at(slot).next;
    return slot;
  }
  const std::uint32_t slab = g_made / kSlabRequests;
  if (slab == kMaxSlabs) return 0;
  if (g_slabs[slab] == nullptr) {
    void* place = mmap(nullptr, kSlabRequests * sizeof(Request), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 0;
    g_slabs[slab] = static_cast<Request*>(place);
  }
  return g_made++;
}

void give_back(std::uint32_t slot) noexcept {
  at(slot).next = g_free;
  g_free = slot;
}

// Takes the first request out of the entry's list.
void remove_first(HandleTable::Entry* entry) noexcept {
  const std::uint32_t slot = entry->first;
  entry->first = at(slot).next;
  give_back(slot);
  if (entry->first == 0) g_table.erase(entry);
}

}  // namespace

std::uint64_t add_request(Word handle, const Request& request) noexcept {
  if (handle == g_abi.request_null || handle == 0) return 0;
  const Guarded guarded(g_flag);
  HandleTable::Entry* entry = g_table.insert(handle);
  if (entry == nullptr) return 0;
  const std::uint32_t slot = new_slot();
  if (slot == 0) {
    if (entry->first == 0) g_table.erase(entry);
    return 0;
  }
  Request& kept = at(slot);
  kept = request;
  kept.id = ++g_last_id;
  kept.next = 0;
  if (entry->first == 0) {
    entry->first = slot;
  } else {
    at(entry->last).next = slot;
  }
  entry->last = slot;
  return kept.id;
}

Request peek_request(Word handle) noexcept {
  const Guarded guarded(g_flag);
  const HandleTable::Entry* entry = handle != 0 ? g_table.find(handle) : nullptr;
  if (entry == nullptr) return {};
  const Request& request = at(entry->first);
  return request.persistent && !request.active ? Request{} : request;
}

Request complete_request(Word handle) noexcept {
  const Guarded guarded(g_flag);
  HandleTable::Entry* entry = handle != 0 ? g_table.find(handle) : nullptr;
  if (entry == nullptr) return {};
  Request& request = at(entry->first);
  if (!request.persistent) {
    const Request completed = request;
    remove_first(entry);
    return completed;
  }
  if (!request.active) return {};
  request.active = false;
  return request;
}

std::uint64_t start_request(Word handle) noexcept {
  const Guarded guarded(g_flag);
  const HandleTable::Entry* entry = handle != 0 ? g_table.find(handle) : nullptr;
  if (entry == nullptr) return 0;
  at(entry->first).active = true;
  return at(entry->first).id;
}

std::uint64_t free_request(Word handle) noexcept {
  const Guarded guarded(g_flag);
  HandleTable::Entry* entry = handle != 0 ? g_table.find(handle) : nullptr;
  if (entry == nullptr) return 0;
  const std::uint64_t id = at(entry->first).id;
  remove_first(entry);
  return id;
}

}  // namespace mpitrace::mpi
