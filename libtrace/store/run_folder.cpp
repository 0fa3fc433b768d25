// SPDX-License-Identifier: BSD-3-Clause
#include "store/run_folder.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cstring>

namespace mpitrace::store {
namespace {

constexpr mode_t kFolderMode = 0777;  // the user's umask decides

bool make_one(const char* path) noexcept {
  return mkdir(path, kFolderMode) == 0 || errno == EEXIST;
}

bool put(char (&to)[kMaxFilePathBytes], const char* folder, const char* name, const char* suffix) noexcept {
  const int size = snprintf(to, sizeof to, "%s/%s%s", folder, name, suffix);
  return size > 0 && static_cast<std::size_t>(size) < sizeof to;
}

}  // namespace

bool make_folder(const char* path) noexcept {
  char partial[kMaxFilePathBytes];
  const std::size_t size = std::strlen(path);
  if (size == 0 || size >= sizeof partial) return false;
  std::memcpy(partial, path, size + 1);
  for (std::size_t i = 1; i < size; ++i) {
    if (partial[i] != '/') continue;
    partial[i] = '\0';
    const bool is_there = make_one(partial) || errno == EACCES || errno == EROFS;  // a parent may exist and forbid us
    partial[i] = '/';
    if (!is_there) return false;
  }
  if (!make_one(partial)) return false;
  struct stat facts {};
  if (stat(partial, &facts) != 0) return false;
  if (S_ISDIR(facts.st_mode)) return true;
  errno = ENOTDIR;
  return false;
}

bool make_names(const char* folder, const char* live_folder, int rank, int pid, Naming naming,
                FileNames& names) noexcept {
  char name[64];
  if (naming == Naming::kRank) {
    snprintf(name, sizeof name, "profile_%d.out", rank);
  } else {
    snprintf(name, sizeof name, "profile_%d.%d.out", rank, pid);
  }
  return put(names.log, folder, name, "") && put(names.part, folder, name, ".part") &&
         put(names.live, live_folder, name, ".live");
}

}  // namespace mpitrace::store
