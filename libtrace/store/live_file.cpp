// SPDX-License-Identifier: BSD-3-Clause
#include "store/live_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace mpitrace::store {
namespace {

constexpr std::size_t kPageBytes = 4096;

// One write a page, so that the hot path never meets a page for the first time.
void touch_pages(std::uint8_t* at, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i += kPageBytes) {
    static_cast<volatile std::uint8_t*>(at)[i] = 0;
  }
}

// Tag of field 2 and a 5-byte varint, the longest that every protobuf library takes: the slot is one `bytes` field of a
// TraceFile. Two bytes of it fill up to eight.
void put_frame(format::LiveSlot& slot, std::size_t bytes) noexcept {
  constexpr std::size_t kTagAndLength = 6;
  std::uint64_t length = bytes - kTagAndLength;
  slot.frame[0] = 0x12;
  for (std::size_t i = 1; i < kTagAndLength; ++i) {
    const bool is_last = i + 1 == kTagAndLength;
    slot.frame[i] = static_cast<std::uint8_t>((length & 0x7fU) | (is_last ? 0U : 0x80U));
    length >>= 7U;
  }
}

}  // namespace

bool LiveFile::create(const char* path) noexcept {
  descriptor_ = open_new(path, O_RDWR);
  mapped_ = descriptor_ >= 0;
  if (mapped_) std::strncpy(path_, path, sizeof path_ - 1);
  return mapped_;
}

void* LiveFile::map_next(std::size_t bytes) noexcept {
  if (descriptor_ < 0 || !may_grow_to(size_ + bytes)) return MAP_FAILED;
  // Blocks are reserved now: a sparse mapping on a full disk would end the application with SIGBUS.
  if (posix_fallocate(descriptor_, static_cast<off_t>(size_), static_cast<off_t>(bytes)) != 0) {
    [[maybe_unused]] const int shrunk = ftruncate(descriptor_, static_cast<off_t>(size_));  // where it cannot, it stays
    return MAP_FAILED;
  }
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, static_cast<off_t>(size_));
  if (place != MAP_FAILED) size_ += bytes;
  return place;
}

format::LiveSlot* LiveFile::add_slot(std::uint64_t process, std::uint32_t thread, std::uint32_t buffer_bytes) noexcept {
  const int saved_errno = errno;
  const std::size_t bytes = format::kLiveHeaderBytes + buffer_bytes;
  void* place = map_next(bytes);
  if (place == MAP_FAILED) {
    mapped_ = false;
    place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  errno = saved_errno;
  if (place == MAP_FAILED) return nullptr;
  touch_pages(static_cast<std::uint8_t*>(place), bytes);
  auto* slot = static_cast<format::LiveSlot*>(place);
  put_frame(*slot, bytes);
  slot->process = process;
  slot->thread = thread;
  slot->buffer_bytes = buffer_bytes;
  slot->magic = format::kLiveMagic;
  return slot;
}

void LiveFile::remove() noexcept {
  if (path_[0] == '\0') return;
  unlink(path_);
  path_[0] = '\0';
}

bool LiveFile::rename_to(const char* path) noexcept {
  if (path_[0] == '\0' || !rename_if_free(path_, path)) return false;
  std::strncpy(path_, path, sizeof path_ - 1);
  return true;
}

}  // namespace mpitrace::store
