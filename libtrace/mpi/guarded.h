// SPDX-License-Identifier: BSD-3-Clause
// A lock that is taken only where several threads may call MPI at once (MPI_THREAD_MULTIPLE). Held for some nanoseconds at a time.
#pragma once

#include <sched.h>

#include <atomic>

namespace mpitrace::mpi {

// Set when MPI grants MPI_THREAD_MULTIPLE.
extern bool g_many_threads;

class Guarded {
 public:
  explicit Guarded(std::atomic_flag& flag) noexcept : flag_(g_many_threads ? &flag : nullptr) {
    if (flag_ == nullptr) return;
    while (flag_->test_and_set(std::memory_order_acquire)) sched_yield();  // the holder may share our core
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
