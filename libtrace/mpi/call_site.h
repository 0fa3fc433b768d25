// SPDX-License-Identifier: BSD-3-Clause
// Where a call comes from: the return address of the wrapper, or, when that lies in an MPI's Fortran layer, the address
// in the program that the thunks of fortran.cpp have left. Takes and gives addresses only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::mpi {

// Left by a Fortran thunk for the next C call of this thread; 0 when none is due.
extern "C" __thread std::uint64_t mpitrace_fortran_site
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The code of the Fortran layers that are loaded.
struct CodeRange {
  std::uint64_t begin;
  std::uint64_t end;
};
inline constexpr std::size_t kMaxFortranLayers = 8;
extern CodeRange g_fortran_layers[kMaxFortranLayers];

std::uint64_t fortran_site_or(std::uint64_t address) noexcept;

inline std::uint64_t call_site(void* return_address) noexcept {
  const auto address = reinterpret_cast<std::uint64_t>(return_address);
  if (mpitrace_fortran_site == 0) [[likely]]
    return address;
  return fortran_site_or(address);
}

}  // namespace mpitrace::mpi
