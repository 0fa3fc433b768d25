// SPDX-License-Identifier: BSD-3-Clause
#include "session/symbol.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace mpitrace::session {
namespace {

constexpr std::size_t kMostSymbols = 200'000;  // some milliseconds

// A file seen as bytes; every table is checked against its size before it is read.
struct Image {
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;

  template <class Item>
  const Item* at(std::uint64_t offset, std::uint64_t count = 1) const noexcept {
    if (offset > size || count > (size - offset) / sizeof(Item)) return nullptr;
    return reinterpret_cast<const Item*>(bytes + offset);
  }
};

Image map_file(const char* path) noexcept {
  Image image;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return image;
  struct stat facts {};
  if (fstat(file, &facts) == 0 && facts.st_size > 0) {
    void* place = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    if (place != MAP_FAILED) image = {static_cast<const std::uint8_t*>(place), static_cast<std::size_t>(facts.st_size)};
  }
  close(file);
  return image;
}

// .symtab where there is one, else .dynsym.
const ElfW(Shdr) * find_table(const Image& image, const ElfW(Ehdr) & header) noexcept {
  const auto* sections = image.at<ElfW(Shdr)>(header.e_shoff, header.e_shnum);
  if (sections == nullptr) return nullptr;
  const ElfW(Shdr)* found = nullptr;
  for (int i = 0; i < header.e_shnum; ++i) {
    if (sections[i].sh_type == SHT_SYMTAB) return &sections[i];
    if (sections[i].sh_type == SHT_DYNSYM) found = &sections[i];
  }
  return found;
}

bool copy_name(const Image& image, const ElfW(Shdr) & names, std::uint32_t at, char* name, std::size_t room) noexcept {
  if (at >= names.sh_size) return false;
  const char* text = image.at<char>(names.sh_offset + at, names.sh_size - at);
  if (text == nullptr || strnlen(text, names.sh_size - at) == names.sh_size - at) return false;
  std::strncpy(name, text, room - 1);
  name[room - 1] = '\0';
  return true;
}

bool find_in(const Image& image, std::uint64_t offset, char* name, std::size_t room) noexcept {
  const auto* header = image.at<ElfW(Ehdr)>(0);
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  const ElfW(Shdr)* table = find_table(image, *header);
  if (table == nullptr || table->sh_link >= header->e_shnum) return false;
  const std::uint64_t count = table->sh_size / sizeof(ElfW(Sym));
  const auto* symbols = image.at<ElfW(Sym)>(table->sh_offset, count);
  if (symbols == nullptr || count > kMostSymbols) return false;
  const auto& names = image.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum)[table->sh_link];
  for (std::uint64_t i = 0; i < count; ++i) {
    const ElfW(Sym)& symbol = symbols[i];
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
    if (offset < symbol.st_value || offset >= symbol.st_value + symbol.st_size) continue;
    return copy_name(image, names, symbol.st_name, name, room);
  }
  return false;
}

}  // namespace

bool find_symbol_name(const char* path, std::uint64_t offset, char* name, std::size_t room) noexcept {
  const Image image = map_file(path);
  if (image.bytes == nullptr) return false;
  const bool found = find_in(image, offset, name, room);
  munmap(const_cast<std::uint8_t*>(image.bytes), image.size);
  return found;
}

}  // namespace mpitrace::session
