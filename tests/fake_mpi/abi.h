// SPDX-License-Identifier: BSD-3-Clause
// How handles, statuses and constants look in the MPI that is faked: MPITRACE_FAKE_OPENMPI, _MPICH or _STANDARD. Taken
// from the libraries' own mpi.h and from MPI 5.0, not from libtrace/mpi/abi.h, which is what the tests are about.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::fake {

using Word = std::uintptr_t;

struct Abi {
  const char* version;
  int abi_version;  // of MPI_Abi_get_version: -1 where the standard's ABI is not offered
  std::size_t handle_bytes;
  std::size_t status_bytes;
  std::size_t source_at;
  std::size_t tag_at;
  std::size_t bytes_at;
  int any_source;
  int any_tag;
  int proc_null;
  int graph;  // topologies
  int cart;
  int dist_graph;
  int thread_multiple;
  int lock_exclusive;
  Word status_ignore;
  Word made;  // handles of what is made at run time begin here
};

struct Predefined {
  Word world;
  Word self;
  Word comm_null;
  Word request_null;
  Word message_null;
  Word win_null;
  Word int_type;  // 4 bytes
};

inline constexpr int kUndefined = -32766;

#if defined MPITRACE_FAKE_OPENMPI

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names are Open MPI's
extern char ompi_mpi_comm_world[64], ompi_mpi_comm_self[64], ompi_mpi_comm_null[64], ompi_request_null[64],
    ompi_message_null[64], ompi_message_no_proc[64], ompi_mpi_win_null[64], ompi_mpi_int[64], ompi_mpi_byte[64],
    ompi_mpi_datatype_null[64], ompi_mpi_op_no_op[64];
// NOLINTEND(readability-identifier-naming)
}

inline constexpr Abi kAbi{.version = "Open MPI v4.1.4, package: fake, ident: 4.1.4, repo rev: v4.1.4",
                          .abi_version = -1,
                          .handle_bytes = 8,
                          .status_bytes = 24,
                          .source_at = 0,
                          .tag_at = 4,
                          .bytes_at = 16,
                          .any_source = -1,
                          .any_tag = -1,
                          .proc_null = -2,
                          .graph = 2,
                          .cart = 1,
                          .dist_graph = 3,
                          .thread_multiple = 3,
                          .lock_exclusive = 1,
                          .status_ignore = 0,
                          .made = 0x7fed'0000'0000};

inline Predefined predefined() {
  const auto handle = [](const char* object) { return reinterpret_cast<Word>(object); };
  return {handle(ompi_mpi_comm_world), handle(ompi_mpi_comm_self), handle(ompi_mpi_comm_null),
          handle(ompi_request_null),   handle(ompi_message_null),  handle(ompi_mpi_win_null),
          handle(ompi_mpi_int)};
}

#elif defined MPITRACE_FAKE_MPICH

// The second line is in MPICH's text too, and is not about the standard's ABI.
inline constexpr Abi kAbi{.version = "MPICH Version:      4.0.2\nMPICH ABI:          14:2:2\n",
                          .abi_version = -1,
                          .handle_bytes = 4,
                          .status_bytes = 20,
                          .source_at = 8,
                          .tag_at = 12,
                          .bytes_at = 0,
                          .any_source = -2,
                          .any_tag = -1,
                          .proc_null = -1,
                          .graph = 1,
                          .cart = 2,
                          .dist_graph = 3,
                          .thread_multiple = 3,
                          .lock_exclusive = 234,
                          .status_ignore = 1,
                          .made = 0x8400'0000};

inline Predefined predefined() {
  return {0x4400'0000, 0x4400'0001, 0x0400'0000, 0x2c00'0000, 0x2c00'0000, 0x2000'0000, 0x4c00'0405};
}

#elif defined MPITRACE_FAKE_STANDARD

inline constexpr Abi kAbi{.version = "Fake MPI 5.0, standard ABI",
                          .abi_version = 1,
                          .handle_bytes = 8,
                          .status_bytes = 32,
                          .source_at = 0,
                          .tag_at = 4,
                          .bytes_at = 16,
                          .any_source = -1,
                          .any_tag = -2,
                          .proc_null = -3,
                          .graph = 212,
                          .cart = 211,
                          .dist_graph = 213,
                          .thread_multiple = 4096,
                          .lock_exclusive = 301,
                          .status_ignore = 0,
                          .made = 0x7fed'0000'0000};

inline Predefined predefined() {
  return {0x101, 0x102, 0x100, 0x180, 0x128, 0x110, 0x250};
}

#else
#error "which MPI is faked?"
#endif

// The world that is played: this process is one of four.
inline constexpr int kRank = 1;
inline constexpr int kSize = 4;
inline constexpr int kDimensions = 3;  // of every grid

// What every receive gets.
inline constexpr int kArrivedSource = 1;
inline constexpr int kArrivedTag = 77;
inline constexpr int kArrivedBytes = 24;

// MPI_Waitany completes the first request, MPI_Waitsome these two.
inline constexpr int kIndices[] = {2, 0};

// A datatype of 8 bytes that is not predefined.
inline constexpr Word kDerivedType = kAbi.made + 8;

}  // namespace mpitrace::fake
