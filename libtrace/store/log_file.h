// SPDX-License-Identifier: BSD-3-Clause
// The append-only file of a rank. Takes whole messages; either all bytes of one are in the file or none. Knows no
// events. Threads may append at the same time. Never raises a signal, never trusts that its descriptor is still its
// own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::store {

inline constexpr std::size_t kMaxFilePathBytes = 4096;

enum class Append : std::uint8_t { kDone, kFull, kLimit, kGone, kTooLong };

class LogFile {
 public:
  // False when a file of that name exists or cannot be made; errno says why.
  bool create(const char* path) noexcept;
  // kFull: the disk or the quota; kTooLong: the system's limit on a file's size (RLIMIT_FSIZE); kLimit: max_bytes would
  // be exceeded; kGone: the descriptor was closed or taken by somebody else.
  Append append(const std::uint8_t* bytes, std::size_t size) noexcept;
  // Gives the file another name, unless that name is taken. The file is known by the new name from then on.
  bool rename_to(const char* path) noexcept;

  // Somebody took its name away: what is in it goes with the process.
  bool is_removed() const noexcept;

  void set_max_bytes(std::uint64_t bytes) noexcept { max_bytes_ = bytes; }
  const char* path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }

 private:
  bool is_ours() const noexcept;
  bool write_whole(const std::uint8_t* bytes, std::size_t size) noexcept;

  int descriptor_ = -1;
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t max_bytes_ = ~std::uint64_t{0};
  char path_[kMaxFilePathBytes] = {};
};

// Opens a new file under a descriptor that programs which close "all" descriptors, or count on the next free one, do
// not meet.
int open_new(const char* path, int flags) noexcept;

// False when a file of the new name exists, or the rename is not possible.
bool rename_if_free(const char* from, const char* to) noexcept;

// Whether this process may make a file that long: exceeding RLIMIT_FSIZE would raise SIGXFSZ in the application.
bool may_grow_to(std::uint64_t bytes) noexcept;

}  // namespace mpitrace::store
