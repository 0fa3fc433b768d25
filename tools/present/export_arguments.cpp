// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_arguments.h"

#include "present/names.h"

namespace mpitrace::present {
namespace {

using model::Field;
using model::Kind;
using model::Record;

void put_group(const ExportGroup* group, CallRow& row) {
  if (group == nullptr) return;
  row.comm_id = group->comm_id;
  row.object = group->object;
}

}  // namespace

ExportArguments::ExportArguments(ExportRun& shared, std::size_t process)
    : shared_(shared), sites_(shared.sites(process)) {
  const model::Process& own = shared.run().processes[process];
  for (const auto& [id, view] : shared.communicators().views[process]) {
    const model::Communicator& communicator = shared.communicators().all[view.communicator];
    ExportGroup group;
    group.comm_id = view.communicator;
    group.members = static_cast<std::int64_t>(communicator.members.size() + communicator.other_members.size());
    group.peers = &shared.communicators().peers(view);
    group.is_world = communicator.is_world;
    communicators_.add(id, group);
  }
  for (const auto& [id, window] : own.windows) add_group(id, window, window_name(own, id), windows_);
  for (const auto& [id, file] : own.files) add_group(id, file, file_name(own, id), files_);
}

template <class Local>
void ExportArguments::add_group(std::int64_t id, const Local& local, const std::string& name,
                                model::ById<ExportGroup>& groups) {
  ExportGroup group;
  if (const ExportGroup* parent = communicators_.find(local.communicator)) group = *parent;
  group.object = shared_.texts().cell(name);
  group.maker = static_cast<std::int64_t>(local.parent_sequence);
  groups.add(id, group);
}

const ExportGroup* ExportArguments::group_of(const Record& record) const {
  const std::int64_t object = record[Field::kObject];
  const ExportGroup* found = nullptr;
  if (object != 0 && model::is_window_call(record.kind)) found = windows_.find(object);
  if (object != 0 && model::is_file_call(record.kind)) found = files_.find(object);
  const std::int64_t communicator = record[Field::kCommunicator];
  return found == nullptr && communicator != 0 ? communicators_.find(communicator) : found;
}

// Null for "any" and "none", and where the rank's record was not read and its rank in the world is not known.
Cell ExportArguments::rank_in_world(const ExportGroup* group, std::int64_t rank) const {
  if (group == nullptr || group->peers == nullptr || rank < 0) return kNull;
  if (const std::int32_t* peer = group->peers->find(rank)) return shared_.rank(*peer);
  return group->is_world ? rank : kNull;
}

void ExportArguments::put(const Record& record, const ExportGroup* group, CallRow& row) const {
  put_group(group, row);
  if (record[Field::kRequest] != 0 && record.kind != Kind::kComplete) row.request = record[Field::kRequest];
  const bool is_of_a_group = record.kind == Kind::kCommunicatorNew && !sites_[record.site].is_collective_on_parent;
  if (may_be_collective(record.kind) && !is_of_a_group && record[Field::kSequence] >= 0)
    row.sequence = record[Field::kSequence];
  put_by_kind(record, group, row);
}

void ExportArguments::put_envelope(const Record& record, Field peer, Field tag, const ExportGroup* group,
                                   CallRow& row) const {
  row.peer = rank_in_world(group, record[peer]);
  if (record[tag] != model::kAnyTag) row.tag = record[tag];
}

void ExportArguments::put_by_kind(const Record& record, const ExportGroup* group, CallRow& row) const {
  switch (record.kind) {
    case Kind::kSendReceive:
      row.received_bytes = record[Field::kRecvBytes];
      [[fallthrough]];
    case Kind::kSend:
    case Kind::kSendStart:
    case Kind::kSendReceiveStart:
      row.sent_bytes = record[Field::kSentBytes];
      [[fallthrough]];
    case Kind::kSendInit:  // moves nothing yet
      return put_envelope(record, Field::kPeer, Field::kTag, group, row);
    case Kind::kReceive:
      row.received_bytes = record[Field::kRecvBytes];
      [[fallthrough]];
    case Kind::kProbe:
    case Kind::kMatchedProbe:
      if (record[Field::kPeer] == model::kProcNull) return;
      return put_envelope(record, Field::kMatchedPeer, Field::kMatchedTag, group, row);
    case Kind::kMatchedReceive:
      row.received_bytes = record[Field::kRecvBytes];
      return put_envelope(record, Field::kMatchedPeer, Field::kMatchedTag, group, row);
    case Kind::kReceiveStart:
    case Kind::kReceiveInit:
      return put_envelope(record, Field::kPeer, Field::kTag, group, row);
    case Kind::kStart:
    case Kind::kComplete:
      row.requests = record[Field::kRequests];
      return;
    case Kind::kCollective:
    case Kind::kCollectiveStart:
    case Kind::kCollectiveInit:
      if (sites_[record.site].has_root) row.peer = rank_in_world(group, record[Field::kPeer]);
      if (record.kind == Kind::kCollectiveInit) return;
      row.sent_bytes = record[Field::kSentBytes];
      row.received_bytes = record[Field::kRecvBytes];
      return;
    case Kind::kPut:
    case Kind::kGet:
    case Kind::kGetAccumulate:
      if (record.kind != Kind::kGet) row.sent_bytes = record[Field::kSentBytes];
      if (record.kind != Kind::kPut) row.received_bytes = record[Field::kRecvBytes];
      [[fallthrough]];
    case Kind::kLock:
    case Kind::kUnlock:
    case Kind::kFlush:
      row.peer = rank_in_world(group, record[Field::kPeer]);
      return;
    case Kind::kFileRead:
      row.received_bytes = record[Field::kRecvBytes];
      break;
    case Kind::kFileWrite:
      row.sent_bytes = record[Field::kSentBytes];
      break;
    case Kind::kFileSplitEnd:
      row.sent_bytes = record[Field::kSentBytes];
      row.received_bytes = record[Field::kRecvBytes];
      break;
    default:
      break;
  }
}

void ExportArguments::put_unfinished(const Record& record, CallRow& row) const {
  using model::UnfinishedArgument;
  const auto has = [&](UnfinishedArgument argument) {
    return (record.given >> static_cast<unsigned>(argument) & 1U) != 0;
  };
  const ExportGroup* group = nullptr;
  if (has(UnfinishedArgument::kCommunicator)) group = communicators_.find(record[Field::kCommunicator]);
  if (has(UnfinishedArgument::kObject) && record[Field::kObject] != 0) group = group_of(record);
  put_group(group, row);
  if (has(UnfinishedArgument::kPeer)) row.peer = rank_in_world(group, record[Field::kPeer]);
  if (has(UnfinishedArgument::kTag) && !model::is_window_call(record.kind) && record[Field::kTag] != model::kAnyTag)
    row.tag = record[Field::kTag];
  if (has(UnfinishedArgument::kRequests)) row.requests = record[Field::kRequests];
}

}  // namespace mpitrace::present
