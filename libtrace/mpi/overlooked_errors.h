// SPDX-License-Identifier: BSD-3-Clause
// Open MPI's MPI_Waitall overlooks that a persistent receive failed where it has statuses to fill, and does not where
// the program ignores them. Where the program does and we do not, this does what MPI would have done. Takes the
// statuses that were ours; gives the call's true result.
#pragma once

#include <cstddef>

#include "mpi/abi.h"

namespace mpitrace::mpi {

// Set by the first persistent receive under Open MPI: until then there is nothing to look for.
[[gnu::visibility("hidden")]] extern bool g_may_overlook;

// Every persistent receive: whose error handler is to be called.
void note_persistent_receive(Word request, Word communicator) noexcept;

// After MPI_Waitall said that all is well: its result, had the statuses been ignored. Failed requests are freed, and
// the error handler is called, which need not come back.
int find_overlooked_error(Word requests, const Word* handles, std::size_t count, Word statuses) noexcept;

}  // namespace mpitrace::mpi
