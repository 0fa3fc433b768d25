// SPDX-License-Identifier: BSD-3-Clause
// What an MPI_Status says, read by the loaded library's own layout. Takes the address of a status; changes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "mpi/abi.h"
#include "mpi/function.h"

namespace mpitrace::mpi {

inline constexpr std::size_t kMaxStatusBytes = 32;

struct Received {
  std::int32_t source;  // in MPI's own numbers
  std::int32_t tag;
  std::int64_t bytes;
  bool cancelled;
};

namespace status_layout {

template <class Number>
inline Number number_at(Word status, std::size_t offset) noexcept {
  Number value{};
  std::memcpy(&value, reinterpret_cast<const std::uint8_t*>(status) + offset, sizeof value);
  return value;
}

// Open MPI: int _cancelled at 12, size_t _ucount at 16.
inline void read_open_mpi(Word status, Received& received) noexcept {
  received.cancelled = number_at<std::int32_t>(status, 12) != 0;
  received.bytes = static_cast<std::int64_t>(number_at<std::uint64_t>(status, 16));
}

// MPICH's ABI: the count's low 32 bits at 0; above them, at 4, the cancelled bit and then the count's high bits.
inline void read_mpich(Word status, Received& received) noexcept {
  const auto low = number_at<std::uint32_t>(status, 0);
  const auto high = number_at<std::uint32_t>(status, 4);
  received.cancelled = (high & 1U) != 0;
  received.bytes = static_cast<std::int64_t>(static_cast<std::uint64_t>(high >> 1U) << 32U | low);
}

// MPI 5.0 keeps its fields to itself: it is asked.
void ask_standard(Word status, Received& received) noexcept;

}  // namespace status_layout

inline Received read_status(Word status) noexcept {
  Received received{};
  received.source = status_layout::number_at<std::int32_t>(status, g_abi.source_at);
  received.tag = status_layout::number_at<std::int32_t>(status, g_abi.tag_at);
  switch (g_abi.name) {
    case AbiName::kOpenMpi:
      status_layout::read_open_mpi(status, received);
      break;
    case AbiName::kMpich:
      status_layout::read_mpich(status, received);
      break;
    default:
      status_layout::ask_standard(status, received);
      break;
  }
  return received;
}

// Whether the status says just this and was not cancelled: as read_status(), but without taking it apart.
inline bool says(Word status, std::int32_t source, std::int32_t tag, std::int64_t bytes) noexcept {
  using status_layout::number_at;
  if (g_abi.name == AbiName::kOpenMpi) {
    return number_at<std::int32_t>(status, 0) == source && number_at<std::int32_t>(status, 4) == tag &&
           number_at<std::int32_t>(status, 12) == 0 && number_at<std::int64_t>(status, 16) == bytes;
  }
  const Received received = read_status(status);
  return received.source == source && received.tag == tag && received.bytes == bytes && !received.cancelled;
}

}  // namespace mpitrace::mpi
