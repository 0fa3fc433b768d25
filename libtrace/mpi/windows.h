// SPDX-License-Identifier: BSD-3-Clause
// The windows of one-sided communication that this process knows: MPI's handle -> our number, and how many collectives
// it has seen. Each is defined in the file when it is made (or first met), by local facts only: no message is ever sent
// for it.
#pragma once

#include <cstdint>

#include "mpi/object_table.h"
#include "record/thread.h"

namespace mpitrace::mpi {

struct Window {
  std::uint32_t id;        // never 0
  std::uint64_t sequence;  // of its next fence
};

// Whose memory a window shows (trace.proto's Window.Flavour).
enum class Flavour : std::uint32_t { kUnknown = 0, kCreate = 1, kAllocate = 2, kShared = 3, kDynamic = 4 };

struct WindowFacts {
  std::uint32_t communicator = 0;
  std::uint64_t parent_sequence = 0;
  Flavour flavour = Flavour::kUnknown;
  std::int64_t bytes = 0;
  std::int64_t displacement_unit = 0;
};

[[gnu::visibility("hidden")]] extern Recent<Window> g_recent_window;

// Stands for MPI_WIN_NULL. Its id is 0.
[[gnu::visibility("hidden")]] extern Window g_no_window;

Window* look_up_window(record::Thread& thread, Word handle) noexcept;

// The number's owner, defined now when it was not known. g_no_window for a null handle; never null.
inline Window* find_window(record::Thread& thread, Word handle) noexcept {
  if (handle == g_recent_window.handle) [[likely]]
    return g_recent_window.object;
  return look_up_window(thread, handle);
}

// A window that a call has just made. Gives its id; 0 for a null handle.
std::uint32_t add_window(record::Thread& thread, Word handle, const WindowFacts& facts) noexcept;

// MPI_Win_free: the handle may be used again for another. Gives what was kept of it; id 0 for nothing.
Window take_window(Word handle) noexcept;

// It was not freed after all.
void put_back_window(Word handle, const Window& taken) noexcept;

void name_window(record::Thread& thread, const Window& window, const char* name) noexcept;

}  // namespace mpitrace::mpi
