// SPDX-License-Identifier: BSD-3-Clause
#include "session/files.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>

#include "session/header.h"
#include "session/live_folder.h"

namespace mpitrace::session {
namespace {

void default_folder(const char* job, char (&folder)[kMaxFolderBytes]) noexcept {
  char program[256];
  executable_name(program, sizeof program);
  snprintf(folder, sizeof folder, "mpitrace-%s-%s", program, job);
}

// The working directory may change under us; the name of a folder must not.
void make_absolute(char (&folder)[kMaxFolderBytes]) noexcept {
  if (folder[0] == '/') return;
  char here[kMaxFolderBytes];
  char whole[kMaxFolderBytes];
  if (getcwd(here, sizeof here) == nullptr) return;
  const int size = snprintf(whole, sizeof whole, "%s/%s", here, folder);
  if (size > 0 && static_cast<std::size_t>(size) < sizeof whole) std::memcpy(folder, whole, sizeof whole);
}

bool is_taken(const char* path) noexcept {
  return access(path, F_OK) == 0;
}

}  // namespace

bool Files::open_named(int rank, store::Naming naming) noexcept {
  naming_ = naming;
  if (!store::make_names(folder_, live_folder_, rank, static_cast<int>(getpid()), naming, names_)) {
    errno = ENAMETOOLONG;
    return false;
  }
  if (is_taken(names_.log)) {
    errno = EEXIST;
    return false;
  }
  return log_.create(names_.part);
}

bool Files::open(const Settings& settings, int rank, const char* job) noexcept {
  rank_ = rank < 0 ? 0 : rank;
  std::memcpy(folder_, settings.folder, sizeof folder_);
  if (folder_[0] == '\0') default_folder(job, folder_);
  make_absolute(folder_);
  std::memcpy(live_folder_, settings.live_folder[0] != '\0' ? settings.live_folder : folder_, sizeof live_folder_);
  make_absolute(live_folder_);
  if (!store::make_folder(folder_)) return cannot_make(folder_);
  if (has_live_folder() && !make_live_folder(live_folder_)) use_run_folder(errno);
  const bool opened =
      open_named(rank_, store::Naming::kRank) || (errno == EEXIST && open_named(rank_, store::Naming::kRankAndPid));
  if (!opened) {
    snprintf(why_, sizeof why_, "cannot make a file in %.180s: %.40s", folder_, strerrordesc_np(errno));
    return false;
  }
  log_.set_max_bytes(settings.max_file_bytes);
  open_live();
  return true;
}

bool Files::cannot_make(const char* folder) noexcept {
  snprintf(why_, sizeof why_, "cannot make the folder %.180s: %.40s", folder, strerrordesc_np(errno));
  return false;
}

void Files::use_run_folder(int error) noexcept {
  snprintf(remark_, sizeof remark_,
           "MPITRACE_LIVE=%.120s cannot hold a file: %.40s; the live file is in the run's folder instead", live_folder_,
           strerrordesc_np(error));
  std::memcpy(live_folder_, folder_, sizeof live_folder_);
}

bool Files::has_live_folder() const noexcept {
  return std::strcmp(folder_, live_folder_) != 0;
}

// A process that was killed leaves its live file, and a folder for live files may serve many runs: a name that is taken
// there must not cost this run its own.
void Files::open_live() noexcept {
  store::FileNames names{};
  constexpr int kTries = 100;
  int error = ENOENT;
  for (int i = 0; i < kTries && error == ENOENT; ++i) {
    if (live_.create(names_.live)) return;
    error = errno;
    // The last rank of another run may have taken the folder with it since we made sure of it.
    if (error == ENOENT && (!has_live_folder() || !make_live_folder(live_folder_))) break;
  }
  if (error != EEXIST && has_live_folder()) {
    use_run_folder(error);
    if (!store::make_names(folder_, live_folder_, rank_, static_cast<int>(getpid()), naming_, names_) ||
        live_.create(names_.live))
      return;
    error = errno;
  }
  if (error != EEXIST) return;
  if (store::make_names(folder_, live_folder_, rank_, static_cast<int>(getpid()), store::Naming::kRankAndPid, names)) {
    live_.create(names.live);
  }
}

void Files::set_rank(int rank) noexcept {
  if (rank == rank_ || closed_) return;
  rank_ = rank;
  for (const store::Naming naming : {store::Naming::kRank, store::Naming::kRankAndPid}) {
    store::FileNames names{};
    if (!store::make_names(folder_, live_folder_, rank, static_cast<int>(getpid()), naming, names)) return;
    if (is_taken(names.log) || !log_.rename_to(names.part)) continue;
    live_.rename_to(names.live);
    names_ = names;
    naming_ = naming;
    return;
  }
}

void Files::close_well() noexcept {
  if (closed_) return;
  // Two processes of one rank may have seen the name free; the second takes the name with its pid.
  if (!log_.rename_to(names_.log) && naming_ == store::Naming::kRank) {
    store::FileNames names{};
    if (!store::make_names(folder_, live_folder_, rank_, static_cast<int>(getpid()), store::Naming::kRankAndPid, names))
      return;
    if (!log_.rename_to(names.log)) return;
  }
  closed_ = true;
  live_.remove();
  if (has_live_folder()) remove_live_folder(live_folder_);
}

}  // namespace mpitrace::session
