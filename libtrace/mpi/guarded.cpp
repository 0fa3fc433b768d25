// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/guarded.h"

#include <sched.h>

namespace mpitrace::mpi {

bool g_many_threads = false;

void wait_for(std::atomic_flag& flag) noexcept {
  while (flag.test_and_set(std::memory_order_acquire)) sched_yield();  // the holder may share our core
}

}  // namespace mpitrace::mpi
