// SPDX-License-Identifier: BSD-3-Clause
// Folding of polls that found nothing (MPI_Test*, MPI_Iprobe, MPI_Improbe): a loop that polls a million times becomes
// one record with exact counts. The pending fold lies in the live slot, so that it too outlives the process.
#pragma once

#include <cstdint>

#include "record/thread.h"

namespace mpitrace::record {

// Counts one failed poll. The caller leaves the call itself.
void count_poll(Thread& thread, Context& context, std::uint64_t start_ticks, std::uint64_t end_ticks) noexcept;

// Writes the pending fold as a control record, before anything else is recorded.
void write_polls(Thread& thread) noexcept;

}  // namespace mpitrace::record
