// SPDX-License-Identifier: BSD-3-Clause
// A rank's figures for the summary: what it adds to the run's, and its costliest call sites. Takes the threads'
// contexts; gives a struct of fixed size that ranks of one library version exchange through a file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/live_slot.h"

namespace mpitrace::session {

inline constexpr std::size_t kSitesOfRank = 32;

struct SiteFigures {
  std::uint64_t key;  // the same on all ranks that run the same program
  std::uint64_t busy_ns;
  std::uint64_t calls;
  std::uint64_t offset;  // in the module
  std::uint32_t function;
  char module[44];  // the end of its path
};

struct Figures {
  std::uint64_t magic;
  std::uint64_t process;
  std::int32_t rank;
  std::int32_t world_size;
  std::uint64_t wall_ns;  // end of MPI_Init to start of MPI_Finalize
  std::uint64_t mpi_ns;   // all threads
  std::uint64_t threads;
  std::uint64_t calls;
  std::uint64_t bytes;  // in the file, what is still to be written included
  format::LossCounts loss;
  std::uint64_t flags;  // FigureFlag
  std::uint64_t site_count;
  SiteFigures sites[kSitesOfRank];
};

enum FigureFlag : std::uint64_t { kDiskFull = 1, kSizeLimit = 2, kFileGone = 4, kNotMapped = 8, kTooLong = 16 };

inline constexpr std::uint64_t kFiguresMagic = 0x3130'4d55'5354'504dULL;  // "MPTSUM01"

Figures gather_figures() noexcept;

}  // namespace mpitrace::session
