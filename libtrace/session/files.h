// SPDX-License-Identifier: BSD-3-Clause
// The files of this process: made under the rank that the launcher names, renamed when MPI says another, closed well at
// the end. Takes settings, rank and job; gives appends and slots. Knows no records.
#pragma once

#include <cstdint>

#include "session/settings.h"
#include "store/live_file.h"
#include "store/log_file.h"
#include "store/run_folder.h"

namespace mpitrace::session {

class Files {
 public:
  // Makes folder and files. False when that cannot be: why() then says the reason in words.
  bool open(const Settings& settings, int rank, const char* job) noexcept;
  void set_rank(int rank) noexcept;
  // The log gets its final name; the live file goes, and its folder where that was made for it. Doing it again does
  // nothing.
  void close_well() noexcept;

  store::LogFile& log() noexcept { return log_; }
  store::LiveFile& live() noexcept { return live_; }
  const char* folder() const noexcept { return folder_; }
  const char* why() const noexcept { return why_; }
  // After open(): what is not as the settings want it; empty where all is.
  const char* remark() const noexcept { return remark_; }

 private:
  bool open_named(int rank, store::Naming naming) noexcept;
  bool cannot_make(const char* folder) noexcept;  // sets why(); gives false
  bool has_live_folder() const noexcept;          // other than the run's
  void open_live() noexcept;
  void use_run_folder(int error) noexcept;  // for the live file

  store::LogFile log_;
  store::LiveFile live_;
  store::FileNames names_{};
  store::Naming naming_ = store::Naming::kRank;
  int rank_ = -1;
  bool closed_ = false;
  char folder_[kMaxFolderBytes] = {};
  char live_folder_[kMaxFolderBytes] = {};
  char why_[256] = {};
  char remark_[256] = {};
};

}  // namespace mpitrace::session
