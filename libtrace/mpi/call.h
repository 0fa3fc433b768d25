// SPDX-License-Identifier: BSD-3-Clause
// One call on its way through a wrapper: the thread, the values its record will carry, and what follows the record.
// Lives on the wrapper's stack. Only the fields that the call's kind carries are ever written or read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "format/fields.h"
#include "mpi/communicators.h"
#include "record/call.h"

namespace mpitrace::mpi {

struct Call {
  record::Thread& thread;
  Communicator* communicator = nullptr;
  std::int64_t values[format::kFieldCount];

  void set(format::Field field, std::int64_t value) noexcept { values[static_cast<std::size_t>(field)] = value; }
  std::int64_t get(format::Field field) const noexcept { return values[static_cast<std::size_t>(field)]; }
};

// What a reader finds if the call never returns. Bits of CurrentCall::given.
enum class Given : std::uint64_t { kCommunicator = 1, kPeer = 2, kTag = 4, kBytes = 8, kRequests = 16 };

template <std::uint32_t kCarried, std::size_t... kBits>
inline record::Difference compare(const Call& call, record::Context& context, std::index_sequence<kBits...>) noexcept {
  record::Difference difference(context);
  const auto add = [&]<std::size_t kBit>() {
    if constexpr ((kCarried >> kBit & 1U) != 0) difference.add(static_cast<format::Field>(kBit), call.values[kBit]);
  };
  (add.template operator()<kBits>(), ...);
  return difference;
}

// What the fields differ by from the context's prediction.
template <std::uint32_t kCarried>
inline record::Difference compare(const Call& call, record::Context& context) noexcept {
  return compare<kCarried>(call, context, std::make_index_sequence<format::kFieldCount>{});
}

}  // namespace mpitrace::mpi
