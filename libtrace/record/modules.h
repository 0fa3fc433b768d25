// SPDX-License-Identifier: BSD-3-Clause
// The objects loaded into the process, numbered as call sites meet them. Takes an address; gives the module it lies in.
// Looks an address up once a call site: not for the hot path. Allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::record {

inline constexpr std::size_t kMaxBuildIdBytes = 32;
inline constexpr std::size_t kMaxPathBytes = 1024;

struct Module {
  std::uint64_t load_address;  // what an offset is relative to
  std::uint64_t begin;         // of its mapped segments
  std::uint64_t end;
  char path[kMaxPathBytes];
  std::uint8_t build_id[kMaxBuildIdBytes];
  std::size_t build_id_bytes;
};

// The number of the module that holds the address now (from 1), or 0 when none does or too many are known. A module
// that was unloaded keeps its number for what is recorded already.
std::uint32_t find_module(std::uint64_t address) noexcept;

// The module with a number that find_module gave.
const Module& module(std::uint32_t number) noexcept;

// The highest number given so far.
std::uint32_t module_count() noexcept;

// How many modules were found unloaded so far.
std::uint32_t retired_count() noexcept;

}  // namespace mpitrace::record
