// SPDX-License-Identifier: BSD-3-Clause
#include "store/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "store/signals_blocked.h"

namespace mpitrace::store {
namespace {

constexpr int kLowestDescriptor = 700;  // below the usual limit of 1024, above what programs count on
constexpr mode_t kFileMode = 0666;      // the user's umask decides

pthread_mutex_t g_append_lock = PTHREAD_MUTEX_INITIALIZER;

}  // namespace

int open_new(const char* path, int flags) noexcept {
  const int low = open(path, flags | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (low < 0) return -1;
  const int high = fcntl(low, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (high < 0) return low;
  close(low);
  return high;
}

bool may_grow_to(std::uint64_t bytes) noexcept {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

bool rename_if_free(const char* from, const char* to) noexcept {
  // Linux's renameat2 knows "unless it exists", but not on every file system; link and unlink do.
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST || link(from, to) != 0) return false;
  unlink(from);
  return true;
}

bool LogFile::create(const char* path) noexcept {
  descriptor_ = open_new(path, O_WRONLY);
  if (descriptor_ < 0) return false;
  struct stat facts {};
  fstat(descriptor_, &facts);
  device_ = facts.st_dev;
  inode_ = facts.st_ino;
  size_ = 0;
  std::strncpy(path_, path, sizeof path_ - 1);
  return true;
}

bool LogFile::is_ours() const noexcept {
  struct stat facts {};
  return descriptor_ >= 0 && fstat(descriptor_, &facts) == 0 && facts.st_dev == device_ && facts.st_ino == inode_;
}

bool LogFile::is_removed() const noexcept {
  struct stat facts {};
  return is_ours() && fstat(descriptor_, &facts) == 0 && facts.st_nlink == 0;
}

bool LogFile::write_whole(const std::uint8_t* bytes, std::size_t size) noexcept {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t written = pwrite(descriptor_, bytes + done, size - done, static_cast<off_t>(size_ + done));
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {  // 0: a file system that takes nothing and says nothing
      return false;
    }
  }
  return true;
}

Append LogFile::append(const std::uint8_t* bytes, std::size_t size) noexcept {
  const int saved_errno = errno;
  const Locked locked(g_append_lock);
  Append result = Append::kDone;
  if (size_ + size > max_bytes_) {
    result = Append::kLimit;
  } else if (!is_ours()) {
    // The application closed our descriptor, and may have opened its own file under that number: never write there.
    result = Append::kGone;
  } else if (!may_grow_to(size_ + size)) {
    result = Append::kTooLong;
  } else if (!write_whole(bytes, size)) {
    result = errno == EFBIG ? Append::kTooLong : Append::kFull;
    // What was written of this message is taken back; where that fails, the next append overwrites it.
    if (ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) errno = saved_errno;
  } else {
    size_ += size;
  }
  errno = saved_errno;
  return result;
}

bool LogFile::rename_to(const char* path) noexcept {
  if (!rename_if_free(path_, path)) return false;
  std::strncpy(path_, path, sizeof path_ - 1);
  return true;
}

}  // namespace mpitrace::store
