// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_rank.h"

#include <algorithm>

#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Record;
using model::RecordType;
using model::Time;

Cell bytes_or_null(std::int64_t bytes) {
  return bytes == model::kUnknownBytes ? kNull : bytes;
}

Cell end_or_null(Time end) {
  return end == model::kLatest ? kNull : end.ns;
}

// How much of a call from `start` to `end` lies before `awaited`.
std::int64_t wait_ns(Time start, Time end, Time awaited) {
  return awaited <= start ? 0 : (std::min(awaited, end) - start).ns;
}

}  // namespace

ExportRank::ExportRank(ExportRun& shared, std::size_t process)
    : shared_(shared),
      process_(shared.run().processes[process]),
      sites_(shared.sites(process)),
      index_(static_cast<std::int32_t>(process)),
      rank_(shared.rank(index_)),
      wait_kinds_{},
      late_sender_(shared.texts().cell("late sender")),
      arguments_(shared, process),
      threads_(process_.threads.size()) {
  for (std::size_t i = 0; i < wait_kinds_.size(); ++i)
    wait_kinds_[i] = shared.texts().cell_or_null(wait_name(static_cast<model::WaitCause>(i)));
}

void ExportRank::take(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  switch (record.type) {
    case RecordType::kCall:
      take_call(merged);
      break;
    case RecordType::kPolls:
      take_polls(merged);
      break;
    case RecordType::kUnfinished:
      take_unfinished(merged);
      break;
    case RecordType::kRegionBegin:
      threads_[merged.thread].regions.push_back({shared_.texts().cell(record.name), record.start});
      break;
    case RecordType::kRegionEnd:
      end_region(record.end, merged.thread, false);
      break;
    case RecordType::kStep:
      take_step(record, merged.thread);
      break;
    default:
      break;
  }
  for (const model::Receipt& receipt : merged.received)
    take_receipt(receipt, merged.thread, merged.number, record.start, record.end);
}

CallRow ExportRank::row_of(const Record& record, std::uint32_t thread, std::uint32_t site) const {
  CallRow row;
  row.process = index_;
  row.rank = rank_;
  row.thread = thread;
  row.function = sites_[site].function;
  row.site_id = sites_[site].site_id;
  row.start_ns = record.start.ns;
  row.end_ns = record.end.ns;
  row.duration_ns = (record.end - record.start).ns;
  row.call_count = 1;
  row.is_unfinished = 0;
  const Thread& state = threads_[thread];
  if (!state.regions.empty()) row.region = state.regions.back().name;
  row.step = state.step;
  return row;
}

void ExportRank::take_call(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  const ExportGroup* group = arguments_.group_of(record);
  CallRow row = row_of(record, merged.thread, record.site);
  row.call_id = shared_.call_id(index_, merged.thread, merged.number);
  arguments_.put(record, group, row);
  put_wait(merged, row);
  take_collective(record, group, row);
  if (shared_.options().touches(record.start, record.end)) block_.of(TableId::kCall).add(row);
}

// The longest of what the call could not end before.
void ExportRank::put_wait(const model::MergedRecord& merged, CallRow& row) const {
  const Record& record = *merged.record;
  const auto waited = [&](Time awaited, std::int32_t process, Cell kind) {
    const std::int64_t ns = wait_ns(record.start, record.end, awaited);
    if (ns <= 0 || (row.wait_ns != kNull && row.wait_ns >= ns)) return;
    row.wait_ns = ns;
    row.wait_kind = kind;
    row.waited_for = shared_.rank(process);
  };
  if (merged.awaited.cause != model::WaitCause::kNone)
    waited(merged.awaited.start, merged.awaited.process, wait_kinds_[static_cast<std::size_t>(merged.awaited.cause)]);
  for (const model::Receipt& receipt : merged.received) waited(receipt.sent, receipt.sender, late_sender_);
}

void ExportRank::take_collective(const Record& record, const ExportGroup* group, const CallRow& row) {
  if (group == nullptr || group->comm_id == kNull || row.sequence == kNull) return;
  CollectivePart part;
  const bool is_on_object = !model::is_counted_on_communicator(record.kind);
  part.id = {static_cast<std::uint32_t>(group->comm_id), is_on_object ? group->maker : -1, row.sequence};
  if (is_on_object) part.object = group->object;
  part.function = row.function;
  part.root = row.peer;
  part.rank = rank_;
  part.members = group->members;
  part.start = record.start;
  part.end = record.end;
  part.wait_ns = row.wait_ns == kNull ? 0 : row.wait_ns;
  part.sent_bytes = row.sent_bytes == kNull ? 0 : row.sent_bytes;
  part.received_bytes = row.received_bytes == kNull ? 0 : row.received_bytes;
  block_.collectives.push_back(part);
}

void ExportRank::take_polls(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  if (!shared_.options().touches(record.start, record.end)) return;
  for (const model::PolledSite& polled : record.polled) {
    CallRow row = row_of(record, merged.thread, polled.site);
    row.duration_ns = polled.busy.ns;
    row.call_count = static_cast<Cell>(polled.count);
    block_.of(TableId::kCall).add(row);
  }
}

// Lasts until the last moment that is known of the run.
void ExportRank::take_unfinished(const model::MergedRecord& merged) {
  const Record& record = *merged.record;
  CallRow row = row_of(record, merged.thread, record.site);
  row.call_id = shared_.call_id(index_, merged.thread, merged.number);
  row.end_ns = std::max(record.start, shared_.run().end).ns;
  row.duration_ns = model::wrapping_subtract(row.end_ns, row.start_ns);
  row.is_unfinished = 1;
  arguments_.put_unfinished(record, row);
  if (shared_.options().touches(record.start, {row.end_ns})) block_.of(TableId::kCall).add(row);
}

void ExportRank::end_region(Time end, std::uint32_t thread, bool is_unfinished) {
  std::vector<Region>& regions = threads_[thread].regions;
  if (regions.empty()) return;  // it began in a chunk that was lost
  const Region region = regions.back();
  regions.pop_back();
  if (!shared_.options().touches(region.start, end)) return;
  RegionRow row;
  row.process = index_;
  row.rank = rank_;
  row.thread = thread;
  row.name = region.name;
  row.depth = static_cast<Cell>(regions.size());
  row.start_ns = region.start.ns;
  row.end_ns = end.ns;
  row.duration_ns = (end - region.start).ns;
  row.is_unfinished = is_unfinished ? 1 : 0;
  block_.of(TableId::kRegion).add(row);
}

void ExportRank::take_step(const Record& record, std::uint32_t thread) {
  threads_[thread].step = static_cast<Cell>(record.number);
  if (!shared_.options().touches(record.start, record.start)) return;
  block_.of(TableId::kStep).add(StepRow{index_, rank_, thread, threads_[thread].step, record.start.ns});
}

void ExportRank::take_receipt(const model::Receipt& receipt, std::uint32_t thread, std::uint64_t number, Time start,
                              Time end) {
  if (!shared_.options().touches(std::min(receipt.sent, start), std::max(receipt.sent, end))) return;
  MessageRow row;
  row.message_id = static_cast<Cell>(receipt.flow);
  row.comm_id = receipt.communicator;
  row.sender = shared_.rank(receipt.sender);
  row.receiver = rank_;
  row.sender_process = receipt.sender;
  row.receiver_process = index_;
  row.tag = receipt.tag;
  row.bytes = bytes_or_null(receipt.bytes);
  row.send_call_id = shared_.call_id(receipt.sender, receipt.sent_thread, receipt.sent_number);
  row.receive_call_id = shared_.call_id(index_, thread, number);
  row.send_start_ns = receipt.sent.ns;
  row.send_end_ns = end_or_null(receipt.sent_end);
  row.receive_posted_ns = receipt.posted.ns;
  row.receive_start_ns = start.ns;
  row.receive_end_ns = end.ns;
  row.late_sender_ns = wait_ns(start, end, receipt.sent);
  block_.of(TableId::kMessage).add(row);
}

void ExportRank::take_late(const model::LateReceipt& late) {
  take_receipt(late.receipt, late.thread, late.number, late.start, late.end);
}

void ExportRank::take_lone(const model::LoneEnd& lone) {
  if (!shared_.options().touches(lone.start, lone.end)) return;
  MessageRow row;
  Cell other = shared_.rank(lone.process);
  if (lone.communicator >= 0) {
    row.comm_id = lone.communicator;
    const bool is_world = shared_.communicators().all[static_cast<std::size_t>(lone.communicator)].is_world;
    if (other == kNull && is_world && lone.peer >= 0) other = lone.peer;
  }
  if (lone.tag != model::kAnyTag) row.tag = lone.tag;
  row.bytes = bytes_or_null(lone.bytes);
  const Cell other_process = lone.process < 0 ? kNull : lone.process;
  row.sender = lone.is_send ? rank_ : other;
  row.receiver = lone.is_send ? other : rank_;
  row.sender_process = lone.is_send ? index_ : other_process;
  row.receiver_process = lone.is_send ? other_process : index_;
  if (lone.is_send) {
    row.send_call_id = shared_.call_id(index_, lone.thread, lone.number);
    row.send_start_ns = lone.start.ns;
    row.send_end_ns = end_or_null(lone.end);
  } else {
    row.receive_call_id = shared_.call_id(index_, lone.thread, lone.number);
    row.receive_posted_ns = lone.posted.ns;
    row.receive_start_ns = lone.start.ns;
    row.receive_end_ns = lone.end.ns;
  }
  block_.of(TableId::kMessage).add(row);
}

void ExportRank::finish() {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    while (!threads_[thread].regions.empty()) {
      const Time end = std::max(shared_.run().end, threads_[thread].regions.back().start);
      end_region(end, thread, true);
    }
  }
}

}  // namespace mpitrace::present
