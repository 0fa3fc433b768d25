// SPDX-License-Identifier: BSD-3-Clause
// Programs that fetch MPI's functions by name (Julia, ctypes, plug-ins): dlsym() gives them our stub where it would
// give them the loaded MPI's own function. Every other question goes to the real dlsym() as it was asked, with the
// asker's own return address, so that RTLD_NEXT and other libraries that take dlsym() over work as without us.
#pragma once

namespace mpitrace::mpi {

// The dlsym() behind ours, without its detour. RTLD_NEXT is relative to us.
void* real_symbol(void* handle, const char* name) noexcept;

// Where the object lies that holds this address; null where none does.
void* base_of(const void* address) noexcept;

}  // namespace mpitrace::mpi
