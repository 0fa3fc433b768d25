// SPDX-License-Identifier: BSD-3-Clause
// Where a rank's files lie: the run's folder and the names in it. Takes rank and pid; gives paths and makes the folder.
// Knows no content.
#pragma once

#include <cstddef>

#include "store/log_file.h"

namespace mpitrace::store {

// Makes the folder and those above it. False when it cannot be; errno says why.
bool make_folder(const char* path) noexcept;

enum class Naming { kRank, kRankAndPid };

struct FileNames {
  char log[kMaxFilePathBytes];   // profile_3.out
  char part[kMaxFilePathBytes];  // profile_3.out.part
  char live[kMaxFilePathBytes];  // profile_3.out.live, in live_folder
};

// False when the paths are too long.
bool make_names(const char* folder, const char* live_folder, int rank, int pid, Naming naming,
                FileNames& names) noexcept;

}  // namespace mpitrace::store
