// SPDX-License-Identifier: BSD-3-Clause
// What a call of the faked MPI leaves behind. Takes a row of the table and the call's words; writes to where they
// point.
#pragma once

#include "fake_mpi/abi.h"
#include "fake_mpi/rows.h"

namespace mpitrace::fake {

// Questions that have a true answer: ranks, sizes, groups, topologies, the library itself. False: it is none.
bool answer(const Row& row, const Word* words);

// Everything else: new handles, flags, indices, statuses, as the arguments' roles say.
void write_results(const Row& row, const Word* words);

}  // namespace mpitrace::fake
