// SPDX-License-Identifier: BSD-3-Clause
// What lies in a rank's buffers for a collective: docs/METRICS.md, "Bytes of a collective". Takes the call's arguments;
// gives bytes this rank puts in and gets out. An argument that MPI does not read at this rank is not read here either.
#pragma once

#include <cstdint>

#include "mpi/communicators.h"
#include "mpi/function.h"

namespace mpitrace::mpi {

struct CollectiveArguments {
  bool send_in_place = false;
  bool recv_in_place = false;
  bool large = false;  // counts are MPI_Count
  int root = 0;        // MPI's own number
  std::int64_t send_count = 0;
  std::int64_t recv_count = 0;
  Word send_type = 0;
  Word recv_type = 0;
  Word send_counts = 0;  // addresses of arrays
  Word recv_counts = 0;
  Word send_types = 0;
  Word recv_types = 0;
};

struct CollectiveBytes {
  std::int64_t sent;
  std::int64_t recv;
};

CollectiveBytes collective_bytes(Shape shape, const CollectiveArguments& arguments,
                                 const Communicator& communicator) noexcept;

}  // namespace mpitrace::mpi
