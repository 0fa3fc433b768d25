// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/messages.h"

#include "mpi/guarded.h"
#include "mpi/handle_table.h"

namespace mpitrace::mpi {
namespace {

HandleTable g_table;
std::uint32_t g_last_id = 0;
std::atomic_flag g_flag = ATOMIC_FLAG_INIT;

bool is_none(Word handle) noexcept {
  return handle == 0 || handle == g_abi.message_null || handle == g_abi.message_no_process;
}

}  // namespace

std::uint64_t add_message(Word handle) noexcept {
  if (is_none(handle)) return 0;
  const Guarded guarded(g_flag);
  HandleTable::Entry* entry = g_table.insert(handle);
  if (entry == nullptr) return 0;
  entry->first = ++g_last_id;
  return entry->first;
}

std::uint64_t take_message(Word handle) noexcept {
  if (is_none(handle)) return 0;
  const Guarded guarded(g_flag);
  HandleTable::Entry* entry = g_table.find(handle);
  if (entry == nullptr) return 0;
  const std::uint64_t id = entry->first;
  g_table.erase(entry);
  return id;
}

}  // namespace mpitrace::mpi
