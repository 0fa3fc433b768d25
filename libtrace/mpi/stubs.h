// SPDX-License-Identifier: BSD-3-Clause
// The exported symbols: MPI_X and PMPI_X are one jump through a slot, whatever X's arguments are. Slots lead to the
// resolver at first, then to a wrapper, or straight to the real function where it is not traced.
#pragma once

#include <cstddef>

#include "mpi/abi.h"
#include "mpi/function.h"

namespace mpitrace::mpi {

extern "C" __attribute__((visibility("hidden"))) Word mpitrace_slots[kFunctionCount];

// The wrapper of the i-th function.
Word wrapper_address(std::size_t i) noexcept;

// The exported function MPI_X, PMPI_X or MPIX_X of that name; null where there is none.
void* stub_address(const char* name) noexcept;

}  // namespace mpitrace::mpi
