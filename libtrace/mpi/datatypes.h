// SPDX-License-Identifier: BSD-3-Clause
// Bytes of (count, datatype). MPI is asked each time: its answer costs 2 ns, and a cache would have to see every
// MPI_Type_free. The handles of MPICH's basic types say their size themselves (bits 8 to 15), as its mpi.h shows.
#pragma once

#include <cstdint>

#include "mpi/function.h"

namespace mpitrace::mpi {

// A size beyond 2 GiB, which the int form cannot say.
std::int64_t large_type_size(Word datatype) noexcept;

inline std::int64_t type_size(Word datatype) noexcept {
  if ((datatype & 0xffff'0000U) == g_abi.basic_type_bits) return static_cast<std::int64_t>(datatype >> 8U & 0xffU);
  if (datatype == g_abi.datatype_null) [[unlikely]]
    return 0;  // asking would raise an error that the program did not make
  int size = 0;
  if (ask(Function::kType_size, datatype, &size) != 0) return 0;
  if (size < 0) [[unlikely]]
    return large_type_size(datatype);
  return size;
}

}  // namespace mpitrace::mpi
