// SPDX-License-Identifier: BSD-3-Clause
// What a collective function makes its callers wait for, by its name in the MPI standard.
#pragma once

#include <cstdint>
#include <string_view>

namespace mpitrace::merge {

enum class CollectiveRule : std::uint8_t {
  kNone,        // it is no collective on the communicator it is given
  kFree,        // nobody need wait for anybody in the call itself: nonblocking, neighbours, scans
  kBarrier,     // nobody leaves before the last one has come
  kAllForAll,   // the same, with data
  kAllForRoot,  // nobody but the root leaves before the root has come
  kRootForAll,  // the root does not leave before the last one has come
};

CollectiveRule collective_rule(std::string_view function);

constexpr bool has_root(CollectiveRule rule) {
  return rule == CollectiveRule::kAllForRoot || rule == CollectiveRule::kRootForAll;
}

}  // namespace mpitrace::merge
