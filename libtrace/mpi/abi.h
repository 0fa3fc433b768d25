// SPDX-License-Identifier: BSD-3-Clause
// How the loaded MPI's handles, statuses and constants look, as numbers known at run time: no mpi.h is included
// anywhere in libtrace. Gives one descriptor, chosen by library.h; everything in a file is in the canonical numbers of
// format/records.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "format/records.h"

namespace mpitrace::mpi {

using Word = std::uintptr_t;  // one argument of an MPI function

enum class AbiName : std::uint32_t { kUnknown = 0, kOpenMpi = 1, kMpich = 2, kStandard = 3 };  // trace.proto's Abi

struct Abi {
  AbiName name;
  std::size_t handle_bytes;
  std::size_t status_bytes;
  std::size_t source_at;
  std::size_t tag_at;
  Word handle_mask;
  int any_source;
  int any_tag;
  int proc_null;
  int root;
  Word in_place;
  Word status_ignore;
  Word statuses_ignore;
  int thread_step;  // thread level n is n * thread_step
  // Predefined objects. On Open MPI they are addresses, found once the library is.
  Word comm_null;
  Word comm_world;
  Word comm_self;
  Word request_null;
  Word message_null;
  Word message_no_process;
  Word byte_type;
  Word datatype_null;
  Word basic_type_bits;  // the upper half of a handle that holds its size; no handle has it where it is 1
  Word win_null;
  Word no_op;
  Word file_null;
  int lock_exclusive;
  int lock_shared;
  Word bitwise_and;    // MPI_BAND
  Word errors_return;  // MPI_ERRORS_RETURN
};

inline constexpr Word kStandardPredefinedEnd = 0x400;  // MPI 5.0's predefined handles have ten bits

inline constexpr int kUndefined = -32766;  // the same everywhere

inline constexpr Abi kOpenMpiAbi{AbiName::kOpenMpi,
                                 8,
                                 24,
                                 0,
                                 4,
                                 ~Word{0},
                                 -1,
                                 -1,
                                 -2,
                                 -4,
                                 1,
                                 0,
                                 0,
                                 1,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 1,
                                 0,
                                 0,
                                 0,
                                 1,
                                 2,
                                 0,
                                 0};
inline constexpr Abi kMpichAbi{AbiName::kMpich,
                               4,
                               20,
                               8,
                               12,
                               0xffff'ffffU,
                               -2,
                               -1,
                               -1,
                               -3,
                               ~Word{0},
                               1,
                               1,
                               1,
                               0x0400'0000U,
                               0x4400'0000U,
                               0x4400'0001U,
                               0x2c00'0000U,
                               0x2c00'0000U,
                               0x6c00'0000U,
                               0x4c00'010dU,
                               0x0c00'0000U,
                               0x4c00'0000U,
                               0x2000'0000U,
                               0x5800'000eU,
                               0,
                               234,
                               235,
                               0x5800'0006U,
                               0x5400'0001U};
inline constexpr Abi kStandardAbi{AbiName::kStandard,
                                  8,
                                  32,
                                  0,
                                  4,
                                  ~Word{0},
                                  -1,
                                  -2,
                                  -3,
                                  -4,
                                  1,
                                  0,
                                  0,
                                  1024,
                                  0x100,
                                  0x101,
                                  0x102,
                                  0x180,
                                  0x128,
                                  0x129,
                                  0x247,
                                  0x200,
                                  1,
                                  0x110,
                                  0x3d,
                                  0x118,
                                  301,
                                  302,
                                  0x28,
                                  0x142};

// What the hot path reads is declared hidden wherever it is declared: one instruction then reads it instead of two.
[[gnu::visibility("hidden")]] extern Abi g_abi;

inline Word load_handle(const void* at) noexcept {
  if (g_abi.handle_bytes == 8) {
    Word handle = 0;
    std::memcpy(&handle, at, 8);
    return handle;
  }
  std::uint32_t handle = 0;
  std::memcpy(&handle, at, 4);
  return handle;
}

inline Word load_handle(Word pointer, std::size_t index = 0) noexcept {
  return load_handle(reinterpret_cast<const std::uint8_t*>(pointer) + index * g_abi.handle_bytes);
}

// A rank argument or result in canonical numbers.
inline std::int64_t canonical_rank(int rank) noexcept {
  if (rank >= 0) [[likely]]
    return rank;
  if (rank == g_abi.any_source) return format::kAnySource;
  if (rank == g_abi.proc_null) return format::kProcNull;
  if (rank == g_abi.root) return format::kRoot;
  return rank;
}

inline std::int64_t canonical_tag(int tag) noexcept {
  return tag == g_abi.any_tag ? format::kAnyTag : tag;
}

}  // namespace mpitrace::mpi
