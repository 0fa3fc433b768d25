// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_collectives.h"

#include <algorithm>

namespace mpitrace::present {
namespace {

constexpr std::size_t kMostOpen = std::size_t{1} << 16U;

CollectiveRow row_of(const CollectivePart& part) {
  CollectiveRow row;
  row.comm_id = part.id.communicator;
  row.object = part.object;
  row.sequence = part.id.sequence;
  row.function = part.function;
  row.root = part.root;
  row.members = part.members;
  row.first_start_ns = row.last_start_ns = part.start.ns;
  row.first_rank = row.last_rank = part.rank;
  row.last_end_ns = part.end.ns;
  row.call_count = row.in_mpi_ns = row.wait_ns = row.sent_bytes = row.received_bytes = row.is_mismatched = 0;
  return row;
}

void add(const CollectivePart& part, CollectiveRow& row) {
  ++row.call_count;
  if (part.start.ns < row.first_start_ns) {
    row.first_start_ns = part.start.ns;
    row.first_rank = part.rank;
  }
  if (part.start.ns > row.last_start_ns) {
    row.last_start_ns = part.start.ns;
    row.last_rank = part.rank;
  }
  row.last_end_ns = std::max(row.last_end_ns, part.end.ns);
  row.duration_ns = model::wrapping_subtract(row.last_end_ns, row.first_start_ns);
  row.in_mpi_ns = model::wrapping_add(row.in_mpi_ns, (part.end - part.start).ns);
  row.wait_ns = model::wrapping_add(row.wait_ns, part.wait_ns);
  row.sent_bytes = model::wrapping_add(row.sent_bytes, part.sent_bytes);
  row.received_bytes = model::wrapping_add(row.received_bytes, part.received_bytes);
  if (part.function != row.function || part.root != row.root) row.is_mismatched = 1;
}

}  // namespace

void ExportCollectives::take(std::span<const CollectivePart> parts, Rows& rows) {
  for (const CollectivePart& part : parts) {
    const auto found = open_.try_emplace(part.id, row_of(part)).first;
    add(part, found->second);
    if (found->second.call_count < part.members) continue;
    put(found->second, rows);
    open_.erase(found);
  }
  if (open_.size() <= kMostOpen) return;
  split_ += open_.size();
  finish(rows);
}

void ExportCollectives::put(const CollectiveRow& row, Rows& rows) const {
  if (row.first_start_ns <= to_.ns && row.last_end_ns >= from_.ns) rows.add(row);
}

void ExportCollectives::finish(Rows& rows) {
  for (const auto& [id, row] : open_) put(row, rows);
  open_.clear();
}

}  // namespace mpitrace::present
