// SPDX-License-Identifier: BSD-3-Clause
#include "session/live_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cstring>

#include "store/run_folder.h"

namespace mpitrace::session {
namespace {

constexpr char kMark[] = ".made_by_mpitrace";

bool mark_path(const char* folder, char (&path)[store::kMaxFilePathBytes]) noexcept {
  const int size = snprintf(path, sizeof path, "%s/%s", folder, kMark);
  return size > 0 && static_cast<std::size_t>(size) < sizeof path;
}

bool holds_only_the_mark(const char* path) noexcept {
  DIR* folder = opendir(path);
  if (folder == nullptr) return false;
  bool has_mark = false;
  bool has_other = false;
  while (const dirent* entry = readdir(folder)) {
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
    (std::strcmp(entry->d_name, kMark) == 0 ? has_mark : has_other) = true;
  }
  closedir(folder);
  return has_mark && !has_other;
}

}  // namespace

bool make_live_folder(const char* path) noexcept {
  const bool was_there = access(path, F_OK) == 0;
  if (!store::make_folder(path)) return false;
  char mark[store::kMaxFilePathBytes];
  if (was_there || !mark_path(path, mark)) return true;
  const int file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) close(file);
  return true;
}

// Of two ranks that leave at once, the one that finds no mark any more leaves the folder to the other.
void remove_live_folder(const char* path) noexcept {
  const int saved_errno = errno;
  char mark[store::kMaxFilePathBytes];
  if (holds_only_the_mark(path) && mark_path(path, mark) && unlink(mark) == 0) rmdir(path);
  errno = saved_errno;
}

}  // namespace mpitrace::session
