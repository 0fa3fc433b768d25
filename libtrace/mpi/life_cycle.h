// SPDX-License-Identifier: BSD-3-Clause
// What happens around MPI_Init, MPI_Finalize, MPI_Abort and MPI_Pcontrol, and at the process's end without them. Sends
// no message but those of clock_sync.h.
#pragma once

#include "mpi/function.h"
#include "record/thread.h"

namespace mpitrace::mpi {

// MPI is up: rank, size, thread level and library become known, the predefined communicators are defined.
void after_init(record::Thread& thread) noexcept;

// MPI is up in a process that cannot record (its file could not be made, or it was forked): only what the others wait
// for.
void after_unrecorded_init() noexcept;
void before_unrecorded_finalize() noexcept;

// The same for a program that uses MPI sessions and no world: rank and size are the session's, else the launcher's.
void after_session_init(Word session) noexcept;

// Before the last one's, this rank's figures are left for rank 0, which prints the summary when the process ends:
// another session may follow.
void before_session_finalize(Word session) noexcept;

// This rank's figures for the summary are left for rank 0.
void before_finalize() noexcept;
// Files are closed well; rank 0 prints the summary.
void after_finalize() noexcept;

void before_abort() noexcept;

// Files are closed well, if MPI_Finalize did not do it. MPI may still be called after this.
void at_exit() noexcept;

// 0 pauses, 1 goes on, 2 writes out what is held.
void after_pcontrol(record::Thread& thread, int level) noexcept;

}  // namespace mpitrace::mpi
