// SPDX-License-Identifier: BSD-3-Clause
// Marks of the program itself: regions, which nest within a thread, and steps. Takes names and numbers; gives control
// records in the thread's chunk, each complete before the function returns. A name is defined once a chunk.
#pragma once

#include <cstdint>

#include "record/thread.h"

namespace mpitrace::record {

// The thread is outside of MPI, and its caller has seen to it that nobody comes in between (enter()).
void begin_region(Thread& thread, const char* name) noexcept;
void end_region(Thread& thread) noexcept;
void mark_step(Thread& thread, std::uint64_t number) noexcept;

}  // namespace mpitrace::record
