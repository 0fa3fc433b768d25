// SPDX-License-Identifier: BSD-3-Clause
// The screen at the end of a run: every rank leaves its figures in a file of its node, rank 0 reads them and prints. No
// rank sends a message for it and none waits, so a rank that is not traced, or never comes, costs its line and nothing
// else.
#pragma once

namespace mpitrace::session {

// Before MPI_Finalize, on every rank.
void leave_figures() noexcept;

// After it, on rank 0: some lines on stderr. The nodes' files go.
void print_summary() noexcept;

}  // namespace mpitrace::session
