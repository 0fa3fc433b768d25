// SPDX-License-Identifier: BSD-3-Clause
// Messages between their matched probe and their receive: MPI's handle -> our number.
#pragma once

#include <cstdint>

#include "mpi/abi.h"

namespace mpitrace::mpi {

// A message that a probe has just matched; gives its number, 0 for no message (null, or from MPI_PROC_NULL).
std::uint64_t add_message(Word handle) noexcept;

// Its receive: the number it had, or 0.
std::uint64_t take_message(Word handle) noexcept;

}  // namespace mpitrace::mpi
