// SPDX-License-Identifier: BSD-3-Clause
// Collective operations put together from all their members' calls: who came last, and who called something else. Two
// looks, as with messages: arrivals come slice by slice from the senders; then each process asks what it waited for.
// Holds the operations that some member is still to come to or to leave.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "merge/collective_key.h"
#include "merge/collective_rule.h"
#include "merge/open_map.h"
#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"

namespace mpitrace::merge {

class Collectives {
 public:
  // Operations are spread over this many parts, which can be worked on side by side.
  static constexpr std::size_t kParts = 16;

  // A member's call, as it began.
  struct Arrival {
    CollectiveKey key;
    model::Time start;
    std::uint32_t site = 0;
    std::int32_t process = 0;
    std::int32_t root = model::kNoProcess;
    bool is_timed = true;  // false: made while recording was paused
  };
  using Arrivals = std::array<std::vector<Arrival>, kParts>;
  using Done = std::array<std::vector<CollectiveKey>, kParts>;  // all members have left

  // Both must outlive it.
  Collectives(const model::Run& run, const model::Communicators& communicators);

  // Files the call among `arrivals`, if it is a collective.
  void note(std::size_t process, const model::Record& record, Arrivals& arrivals) const;
  // Drops what all have left, then takes in who has come; empties both lists. One caller a part at a time.
  void take(std::size_t part, Arrivals& arrivals);
  void drop(std::size_t part, Done& done);
  // What the call could not end before; many callers at once, none beside take() and drop().
  model::Awaited leave(std::size_t process, const model::Record& record, Done& done);
  std::size_t open() const;  // operations that it holds
  // After the last slice.
  model::CollectiveCounts count();

 private:
  struct Operation {
    std::uint32_t arrived = 0;
    std::uint32_t left = 0;
    model::CollectiveCall first_call;
    std::uint32_t function = 0;  // of it, by number in the run
    std::int32_t root = model::kNoProcess;
    bool is_mismatched = false;
    model::Time first = model::kLatest;
    model::Time last = model::kEarliest;
    std::int32_t last_process = model::kNoProcess;
    model::Time root_start = model::kEarliest;  // where the root has come
  };
  struct Part {
    OpenMap<CollectiveKey, Operation> operations;
    std::size_t open_after_bound = 0;
    model::CollectiveCounts counts;
  };
  // What is known of a call site without looking at its calls.
  struct SiteFacts {
    std::uint32_t function = 0;
    CollectiveRule rule = CollectiveRule::kNone;
  };

  static std::size_t part_of(const CollectiveKey& key) { return (hash_of(key) >> 48U) % kParts; }
  static model::Awaited awaited(CollectiveRule rule, std::int32_t self, const Operation& operation);
  void arrive(Part& part, const Arrival& arrival);
  void end(Part& part, const CollectiveKey& key, const Operation& operation) const;
  void bound(Part& part) const;
  const model::Communicator& communicator_of(const CollectiveKey& key) const;

  const model::Communicators& communicators_;
  CollectiveKeys keys_;
  std::vector<std::vector<SiteFacts>> sites_;  // [process][site]
  std::array<Part, kParts> parts_;
};

}  // namespace mpitrace::merge
