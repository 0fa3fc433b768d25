// SPDX-License-Identifier: BSD-3-Clause
// The group that MPI_Win_post and MPI_Win_start name, as ranks of the window: what stands behind their records. Takes
// the call's group and window once the call succeeded; asks MPI for some ranks at a time, so that no group needs
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/call.h"

namespace mpitrace::mpi {

class EpochGroup {
 public:
  explicit EpochGroup(record::Thread& thread) noexcept : thread_(thread) {}

  void read(Word group, Word window) noexcept;
  void fill(Call& call) const noexcept;
  std::uint8_t* put_entries(std::uint8_t* at) const noexcept;
  // Behind the record: the ranks that did not fit, and MPI gets back what was asked of it.
  void finish() noexcept;

 private:
  static constexpr std::size_t kBatch = 64;

  std::size_t inline_ranks() const noexcept;
  void write_rest() const noexcept;
  // The entries of up to kBatch ranks of the group from `first` on, before `end`; gives how many. Moves `expected` on.
  std::size_t entries(std::size_t first, std::size_t end, std::uint64_t& expected,
                      std::uint64_t* values) const noexcept;

  record::Thread& thread_;
  Word group_ = 0;
  Word window_group_ = 0;
  std::size_t size_ = 0;  // 0: nothing is to be told
};

}  // namespace mpitrace::mpi
