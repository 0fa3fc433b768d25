// SPDX-License-Identifier: BSD-3-Clause
// The MPI that is loaded into the process: found at the first MPI call, whatever its name and however it was opened.
// Gives the real functions' addresses, the ABI descriptor, and fills the slots that the stubs jump through.
#pragma once

#include "mpi/abi.h"
#include "session/header.h"

namespace mpitrace::mpi {

// The loaded MPI, or null while there is none: a handle for dlsym(), and the address it lies at.
void* find_library() noexcept;
void* library_base() noexcept;

// At the end: says so where MPI was used and no call of it came by.
void tell_if_bypassed() noexcept;

// What the library says of itself.
session::Library loaded_library() noexcept;

// Open MPI's predefined objects are addresses, which a program without PIC holds in itself: known only once MPI is up.
void find_predefined_objects() noexcept;

// Handles are found in the program first (copy relocation), then in the library (opened RTLD_LOCAL).
void* find_symbol(const char* name) noexcept;

}  // namespace mpitrace::mpi
