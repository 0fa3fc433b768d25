// SPDX-License-Identifier: BSD-3-Clause
// One clock for a job on several nodes: what of it must happen while the job runs. In MPI_Init the world's processes
// find out whether they share a clock; where they do not, the first process of each node compares its clock with
// another's then, and again before MPI_Finalize. Gives samples in the chunk (trace.proto's ClockSample) and the time it
// took. These are the only calls that the recorder adds to a program's own; they run on a communicator of its own, but
// for the first ones, which come before the program can make any.
#pragma once

#include "record/thread.h"

namespace mpitrace::mpi {

// Every process of the world must call these, right behind MPI_Init and right before MPI_Finalize. One that records
// nothing has no thread and takes part all the same: the others wait for it.
void compare_clocks_after_init(record::Thread* thread) noexcept;
void compare_clocks_before_finalize(record::Thread* thread) noexcept;

}  // namespace mpitrace::mpi
