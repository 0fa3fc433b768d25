// SPDX-License-Identifier: BSD-3-Clause
// A lock that is taken only where several threads may call MPI at once (MPI_THREAD_MULTIPLE). Held for some nanoseconds
// at a time.
#pragma once

#include <atomic>
#include <cstdint>

namespace mpitrace::mpi {

// Set when MPI grants MPI_THREAD_MULTIPLE.
[[gnu::visibility("hidden")]] extern bool g_many_threads;

// Somebody else holds it.
void wait_for(std::atomic_flag& flag) noexcept;

// The number of the collective that begins now on whatever counts them in `sequence`.
inline std::uint64_t count_up(std::uint64_t& sequence) noexcept {
  if (!g_many_threads) return sequence++;
  return __atomic_fetch_add(&sequence, 1, __ATOMIC_RELAXED);
}

class Guarded {
 public:
  explicit Guarded(std::atomic_flag& flag) noexcept : flag_(g_many_threads ? &flag : nullptr) {
    if (flag_ != nullptr && flag_->test_and_set(std::memory_order_acquire)) [[unlikely]]
      wait_for(*flag_);
  }
  ~Guarded() {
    if (flag_ != nullptr) flag_->clear(std::memory_order_release);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

 private:
  std::atomic_flag* flag_;
};

}  // namespace mpitrace::mpi
