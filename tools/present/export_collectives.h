// SPDX-License-Identifier: BSD-3-Clause
// Members' calls -> a row for each collective operation, written when its last member has come. Holds the operations
// that some member is still to come to, and no more than a bound of them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/time.h"
#include "present/export_rows.h"

namespace mpitrace::present {

// Which operation: the sequence on a communicator, or on the window or file that a collective of it made.
struct CollectiveId {
  std::uint32_t communicator = 0;
  std::int64_t maker = -1;  // sequence of the collective that made the window or file; -1: neither
  std::int64_t sequence = 0;
  friend auto operator<=>(const CollectiveId&, const CollectiveId&) = default;
};

// A member's call.
struct CollectivePart {
  CollectiveId id;
  Cell object = kNull;
  Cell function = kNull;
  Cell root = kNull;
  Cell rank = kNull;
  std::int64_t members = 0;
  model::Time start;
  model::Time end;
  std::int64_t wait_ns = 0;
  std::int64_t sent_bytes = 0;
  std::int64_t received_bytes = 0;
};

class ExportCollectives {
 public:
  // Only those that touch the time from `from` to `to`.
  ExportCollectives(model::Time from, model::Time to) : from_(from), to_(to) {}
  // Adds the rows that are complete.
  void take(std::span<const CollectivePart> parts, Rows& rows);
  // Adds the rest.
  void finish(Rows& rows);
  // Operations that were written before all had come, since too many were open.
  std::uint64_t split() const { return split_; }

 private:
  void put(const CollectiveRow& row, Rows& rows) const;

  model::Time from_;
  model::Time to_;
  std::map<CollectiveId, CollectiveRow> open_;
  std::uint64_t split_ = 0;
};

}  // namespace mpitrace::present
