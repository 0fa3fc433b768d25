// SPDX-License-Identifier: BSD-3-Clause
// Which collective operation a record is a part of: what it was made on (a communicator, a window or a file of the run)
// and its number there. Takes each process's local ids; gives keys that all members share.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "merge/open_map.h"
#include "model/communicator.h"
#include "model/process.h"

namespace mpitrace::merge {

struct CollectiveKey {
  std::uint64_t object = 0;  // the space it is counted in, then its number there
  std::int64_t sequence = 0;
  friend bool operator==(const CollectiveKey&, const CollectiveKey&) = default;
  friend auto operator<=>(const CollectiveKey&, const CollectiveKey&) = default;
  friend std::uint64_t hash_of(const CollectiveKey& key) {
    return mix(mix(key.object) + static_cast<std::uint64_t>(key.sequence));
  }
};

class CollectiveKeys {
 public:
  CollectiveKeys(const model::Run& run, const model::Communicators& communicators);

  // Nothing where the call is no collective, or made on something nobody knows.
  std::optional<CollectiveKey> key_of(std::size_t process, const model::Record& record) const;
  // The communicator whose members take part.
  std::uint32_t communicator_of(const CollectiveKey& key) const;

 private:
  enum Space : std::uint64_t { kCommunicators, kWindows, kFiles };
  static constexpr unsigned kSpaceShift = 62;
  using Locals = std::vector<model::ById<std::uint64_t>>;  // [process] local id -> object

  template <class Made>
  void add(Space space, std::size_t process, const Made& made, std::vector<std::uint32_t>& owners, Locals& locals);

  const model::Communicators& communicators_;
  Locals windows_;
  Locals files_;
  std::vector<std::uint32_t> window_owners_;  // communicator, by number
  std::vector<std::uint32_t> file_owners_;
  OpenMap<CollectiveKey, std::uint64_t> numbers_;  // what made it -> its number in its space
};

}  // namespace mpitrace::merge
