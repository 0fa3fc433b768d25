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

Module g_modules[kMaxModules];
std::uint32_t g_module_count = 0;
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

std::uint32_t find_known(std::uint64_t address) noexcept {
  for (std::uint32_t i = 0; i < g_module_count; ++i) {
    if (address >= g_modules[i].begin && address < g_modules[i].end) return i + 1;
  }
  return 0;
}

std::uint32_t append(const Module& fresh) noexcept {
  if (g_module_count == kMaxModules - 1) return 0;
  g_modules[g_module_count] = fresh;
  return ++g_module_count;
}

}  // namespace

// The loader's lock is never taken under ours: a constructor inside dlopen may hold it and wait for us.
std::uint32_t find_module(std::uint64_t address) noexcept {
  if (address == 0) return 0;
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
  return g_modules[number - 1];
}
std::uint32_t module_count() noexcept {
  return g_module_count;
}

}  // namespace mpitrace::record
