// SPDX-License-Identifier: BSD-3-Clause
// How the clocks of some processes are compared: each but rank 0 with one other, its parent, by messages that go there
// and back. Takes a communicator that nobody else uses; gives this rank's sample, as measured. Converts nothing.
//
//   round   0      1           2                   The pairs of round k are (r, r + 2^k), r < 2^k: log2(size) rounds.
//   pairs   0-1    0-2, 1-3    0-4, 1-5, 2-6, 3-7
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/abi.h"

namespace mpitrace::mpi {

struct ClockTree {
  Word communicator;
  int rank;
  int size;
};

// The process that this is.
struct OwnClock {
  std::uint64_t process;
  std::uint64_t ticks_per_second;
};

// The parent read its clock after ticks_before and before ticks_after: of all tries, the one where these lie closest.
struct ClockSample {
  std::uint64_t peer_process;  // 0: no sample
  std::uint64_t peer_ticks;
  std::uint64_t ticks_before;
  std::uint64_t ticks_after;
};

// Compares the clocks of all ranks. No sample for rank 0, nor where MPI refused a call: the other pairs go on.
ClockSample compare_clocks(const ClockTree& tree, const OwnClock& own) noexcept;

// Whom a rank compares with: its parent (of rank 0: none), then the ranks rank + step, for the steps from first_step()
// on, each twice the one before, as far as there are ranks.
int parent_of(int rank) noexcept;
std::int64_t first_step(int rank) noexcept;

// When the tries are enough. A partner that was not running spoils any number of them, so that no fixed number is: the
// shortest three must agree. The program waits, so that there is an end to the patience, too.
class RoundTrips {
 public:
  static constexpr std::size_t kFewest = 10;
  static constexpr std::size_t kMost = 200;
  static constexpr std::uint64_t kPatienceNs = 20'000'000;

  explicit RoundTrips(std::uint64_t ticks_per_second) noexcept
      : patience_ticks_(ticks_per_second / (1'000'000'000 / kPatienceNs)) {}

  // Gives whether it is the shortest so far.
  bool add(std::uint64_t ticks) noexcept;
  // The try to come ends the tries.
  bool is_next_last() const noexcept;

 private:
  bool agree() const noexcept;

  std::uint64_t patience_ticks_;
  std::uint64_t spent_ticks_ = 0;
  std::size_t count_ = 0;
  std::uint64_t shortest_[3] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};  // rising
};

}  // namespace mpitrace::mpi
