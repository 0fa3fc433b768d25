// SPDX-License-Identifier: BSD-3-Clause
// The files of MPI-IO that this process has open: MPI's handle -> our number, and how many collectives each has seen. A
// file is defined in the trace when it is opened (or first met), by local facts only: no message is ever sent for it.
// MPI_File is a pointer in every ABI, also where other handles are numbers.
#pragma once

#include <cstdint>

#include "mpi/object_table.h"
#include "record/thread.h"

namespace mpitrace::mpi {

struct OpenFile {
  std::uint32_t id;        // never 0
  std::uint64_t sequence;  // of its next collective
};

struct FileFacts {
  std::uint32_t communicator = 0;
  std::uint64_t parent_sequence = 0;
  const char* name = nullptr;
  int mode = 0;  // MPI_MODE_*, in the library's own numbers
};

[[gnu::visibility("hidden")]] extern Recent<OpenFile> g_recent_file;

// Stands for MPI_FILE_NULL. Its id is 0.
[[gnu::visibility("hidden")]] extern OpenFile g_no_file;

OpenFile* look_up_file(record::Thread& thread, Word handle) noexcept;

// The number's owner, defined now when it was not known. g_no_file for a null handle; never null.
inline OpenFile* find_file(record::Thread& thread, Word handle) noexcept {
  if (handle == g_recent_file.handle) [[likely]]
    return g_recent_file.object;
  return look_up_file(thread, handle);
}

// A file that a call has just opened. Gives its id; 0 for a null handle.
std::uint32_t add_file(record::Thread& thread, Word handle, const FileFacts& facts) noexcept;

// MPI_File_close: the handle may be used again for another. Gives what was kept of it; id 0 for nothing.
OpenFile take_file(Word handle) noexcept;

// It was not freed after all.
void put_back_file(Word handle, const OpenFile& taken) noexcept;

}  // namespace mpitrace::mpi
