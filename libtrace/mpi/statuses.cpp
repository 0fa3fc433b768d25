// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/statuses.h"

namespace mpitrace::mpi::status_layout {

void ask_standard(Word status, Received& received) noexcept {
  int cancelled = 0;
  ask(Function::kTest_cancelled, status, &cancelled);
  received.cancelled = cancelled != 0;
  std::int64_t bytes = 0;
  if (ask(Function::kGet_elements_x, status, g_abi.byte_type, &bytes) == 0 && bytes != kUndefined)
    received.bytes = bytes;
}

}  // namespace mpitrace::mpi::status_layout
