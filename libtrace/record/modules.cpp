// SPDX-License-Identifier: BSD-3-Clause
#include "record/modules.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "record/thread.h"

namespace mpitrace::record {
namespace {

struct Known {
  Module module;
  bool is_gone;  // unloaded: another may lie at its place
};

Known g_modules[kMaxModules];
std::uint32_t g_module_count = 0;
std::uint32_t g_retired_count = 0;
unsigned long long g_unloads = 0;  // by the loader, as far as g_modules knows
pthread_mutex_t g_modules_lock = PTHREAD_MUTEX_INITIALIZER;

// Copies the GNU build-id out of a PT_NOTE segment, if it is there.
void read_build_id(const dl_phdr_info& object, const ElfW(Phdr) & segment, Module& module) noexcept {
  const auto* at = reinterpret_cast<const std::uint8_t*>(object.dlpi_addr + segment.p_vaddr);
  const auto* end = at + segment.p_memsz;
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) note;
    std::memcpy(&note, at, sizeof note);
    const std::uint8_t* name = at + sizeof note;
    const std::uint8_t* content = name + ((note.n_namesz + 3U) & ~3U);
    if (content + note.n_descsz > end) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      module.build_id_bytes = std::min<std::size_t>(note.n_descsz, kMaxBuildIdBytes);
      std::memcpy(module.build_id, content, module.build_id_bytes);
      return;
    }
    at = content + ((note.n_descsz + 3U) & ~3U);
  }
}

void set_path(const char* name, Module& module) noexcept {
  if (name != nullptr && *name != '\0') {
    std::strncpy(module.path, name, kMaxPathBytes - 1);
    return;
  }
  const ssize_t size = readlink("/proc/self/exe", module.path, kMaxPathBytes - 1);
  module.path[size > 0 ? size : 0] = '\0';
}

// dl_iterate_phdr's callback: 1 when this object holds the address in `wanted.begin`.
int fill_if_here(dl_phdr_info* object, std::size_t, void* data) noexcept {
  auto& wanted = *static_cast<Module*>(data);
  const std::uint64_t address = wanted.begin;
  std::uint64_t begin = ~std::uint64_t{0};
  std::uint64_t end = 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    begin = std::min<std::uint64_t>(begin, object->dlpi_addr + segment.p_vaddr);
    end = std::max<std::uint64_t>(end, object->dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  if (address < begin || address >= end) return 0;
  wanted.load_address = object->dlpi_addr;
  wanted.begin = begin;
  wanted.end = end;
  for (int i = 0; i < object->dlpi_phnum && wanted.build_id_bytes == 0; ++i) {
    if (object->dlpi_phdr[i].p_type == PT_NOTE) read_build_id(*object, object->dlpi_phdr[i], wanted);
  }
  set_path(object->dlpi_name, wanted);
  return 1;
}

bool is_same(const Module& known, const Module& now) noexcept {
  return known.load_address == now.load_address && known.end == now.end && known.build_id_bytes == now.build_id_bytes &&
         std::memcmp(known.build_id, now.build_id, now.build_id_bytes) == 0 && std::strcmp(known.path, now.path) == 0;
}

// What a look at all loaded objects finds out about those that are known.
struct Look {
  bool is_locked = false;
  unsigned long long unloads = 0;
  bool is_there[kMaxModules] = {};
};

// dl_iterate_phdr's callback: stops at once where nothing was unloaded since the last look. Our lock is taken under the
// loader's, so that the looks of two threads have one order.
int look_at(dl_phdr_info* object, std::size_t, void* data) noexcept {
  auto& look = *static_cast<Look*>(data);
  if (!look.is_locked) {
    pthread_mutex_lock(&g_modules_lock);
    look.is_locked = true;
    look.unloads = object->dlpi_subs;
    if (look.unloads == g_unloads) return 1;
  }
  for (std::uint32_t i = 0; i < g_module_count; ++i) {
    Module now{};
    now.begin = g_modules[i].module.begin;
    if (!g_modules[i].is_gone && fill_if_here(object, 0, &now) != 0)
      look.is_there[i] = is_same(g_modules[i].module, now);
  }
  return 0;
}

// Retires what was unloaded. Its number stays what it was, and is given again only to the same library at its old
// place.
void retire_unloaded() noexcept {
  Look look;
  dl_iterate_phdr(look_at, &look);
  if (!look.is_locked) return;
  for (std::uint32_t i = 0; look.unloads != g_unloads && i < g_module_count; ++i) {
    if (look.is_there[i] || g_modules[i].is_gone) continue;
    g_modules[i].is_gone = true;
    __atomic_fetch_add(&g_retired_count, 1, __ATOMIC_RELAXED);
  }
  g_unloads = look.unloads;
  pthread_mutex_unlock(&g_modules_lock);
}

std::uint32_t find_known(std::uint64_t address) noexcept {
  for (std::uint32_t i = 0; i < g_module_count; ++i) {
    const Known& known = g_modules[i];
    if (!known.is_gone && address >= known.module.begin && address < known.module.end) return i + 1;
  }
  return 0;
}

std::uint32_t append(const Module& fresh) noexcept {
  for (std::uint32_t i = 0; i < g_module_count; ++i) {
    if (!is_same(g_modules[i].module, fresh)) continue;
    g_modules[i].is_gone = false;
    return i + 1;
  }
  if (g_module_count == kMaxModules - 1) return 0;
  g_modules[g_module_count] = {fresh, false};
  return ++g_module_count;
}

}  // namespace

// The loader's lock is never taken under ours: a constructor inside dlopen may hold it and wait for us.
std::uint32_t find_module(std::uint64_t address) noexcept {
  if (address == 0) return 0;
  retire_unloaded();
  pthread_mutex_lock(&g_modules_lock);
  std::uint32_t number = find_known(address);
  pthread_mutex_unlock(&g_modules_lock);
  if (number != 0) return number;

  Module fresh{};
  fresh.begin = address;
  if (dl_iterate_phdr(fill_if_here, &fresh) == 0) return 0;
  pthread_mutex_lock(&g_modules_lock);
  number = find_known(address);
  if (number == 0) number = append(fresh);
  pthread_mutex_unlock(&g_modules_lock);
  return number;
}

const Module& module(std::uint32_t number) noexcept {
  return g_modules[number - 1].module;
}
std::uint32_t module_count() noexcept {
  return g_module_count;
}
std::uint32_t retired_count() noexcept {
  return __atomic_load_n(&g_retired_count, __ATOMIC_RELAXED);
}

}  // namespace mpitrace::record
