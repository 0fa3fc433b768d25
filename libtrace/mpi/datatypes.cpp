// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes.h"

#include "mpi/function.h"
#include "mpi/guarded.h"

namespace mpitrace::mpi {

RecentType g_recent_type{};

namespace {

Word g_predefined_begin = 0;
Word g_predefined_end = 0;

// A size beyond 2 GiB, which the int form cannot say.
std::int64_t large_type_size(Word datatype) noexcept {
  std::int64_t size = 0;
  if (real_address(Function::kType_size_x) == 0 || ask(Function::kType_size_x, datatype, &size) != 0 || size < 0)
    return 0;
  return size;
}

// The handles of MPICH's basic types say their size themselves (bits 8 to 15), as its mpi.h shows.
bool is_basic(Word datatype) noexcept {
  return (datatype & 0xffff'0000U) == g_abi.basic_type_bits;
}

bool is_predefined(Word datatype) noexcept {
  if (g_abi.name == AbiName::kStandard) return datatype < kStandardPredefinedEnd;
  return is_basic(datatype) || (g_predefined_begin <= datatype && datatype < g_predefined_end);
}

std::int64_t asked_size(Word datatype) noexcept {
  if (is_basic(datatype)) return static_cast<std::int64_t>(datatype >> 8U & 0xffU);
  int size = 0;
  if (ask(Function::kType_size, datatype, &size) != 0) return 0;
  return size < 0 ? large_type_size(datatype) : size;
}

}  // namespace

void set_predefined_range(Word begin, Word end) noexcept {
  g_predefined_begin = begin;
  g_predefined_end = end;
}

std::int64_t ask_type_size(Word datatype) noexcept {
  if (datatype == g_abi.datatype_null) return 0;  // asking would raise an error that the program did not make
  const std::int64_t bytes = asked_size(datatype);
  if (is_predefined(datatype) && !g_many_threads) g_recent_type = {datatype, bytes};
  return bytes;
}

}  // namespace mpitrace::mpi
