// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes.h"

namespace mpitrace::mpi {

std::int64_t large_type_size(Word datatype) noexcept {
  std::int64_t size = 0;
  if (real_address(Function::kType_size_x) == 0 || ask(Function::kType_size_x, datatype, &size) != 0 || size < 0)
    return 0;
  return size;
}

}  // namespace mpitrace::mpi
