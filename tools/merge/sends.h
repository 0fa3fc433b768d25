// SPDX-License-Identifier: BSD-3-Clause
// Which messages a record sends. Remembers the persistent sends it has seen made, so that it can say what a start
// sends; nothing else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "merge/open_map.h"
#include "model/call.h"
#include "model/merged.h"

namespace mpitrace::merge {

// Where a message goes, as the sender's record says it.
struct SendTarget {
  std::int64_t communicator = 0;
  std::int64_t peer = 0;
  std::int64_t tag = 0;
  std::int64_t bytes = 0;
};

// Calls visit(id) for each request that a call completed or started, in order. A forged call may claim more requests
// than there can be: then only those that `table` knows are visited.
template <class Table, class Visit>
void for_each_request(const model::Record& record, Table& table, Visit&& visit) {
  if (record.type == model::RecordType::kCompleted || record[model::Field::kListed] != 0) {
    for (const model::RequestEntry& entry : record.listed) visit(entry.id, &entry);
    return;
  }
  const auto first = static_cast<std::uint64_t>(record[model::Field::kRequest]);
  const auto count = static_cast<std::uint64_t>(record[model::Field::kRequests]);
  if (count <= table.size()) {
    for (std::uint64_t i = 0; i < count; ++i) visit(first + i, nullptr);
    return;
  }
  std::vector<std::uint64_t> known;
  table.for_each([&](Id id, auto&) {
    if (id.value - first < count) known.push_back(id.value);
  });
  std::sort(known.begin(), known.end());
  for (const std::uint64_t id : known) visit(id, nullptr);
}

class Sends {
 public:
  template <class Visit>
  void for_each(const model::Record& record, Visit&& visit) {
    using model::Field;
    using model::Kind;
    if (record.type == model::RecordType::kUnfinished) {
      if (is_send(record.kind) && has_envelope(record)) visit(unfinished_target(record));
      return;
    }
    switch (record.kind) {
      case Kind::kSend:
      case Kind::kSendStart:
      case Kind::kSendReceive:
      case Kind::kSendReceiveStart:
        if (record[Field::kResult] == 0) visit(target(record));
        break;
      case Kind::kSendInit:
        persistent_[Id{static_cast<std::uint64_t>(record[Field::kRequest])}] = target(record);
        break;
      case Kind::kStart:
        if (persistent_.size() == 0) break;
        for_each_request(record, persistent_, [&](std::uint64_t id, const model::RequestEntry*) {
          if (const SendTarget* known = persistent_.find(Id{id})) visit(*known);
        });
        break;
      case Kind::kRequestFree:
        persistent_.erase(Id{static_cast<std::uint64_t>(record[Field::kRequest])});
        break;
      default:
        break;
    }
  }

 private:
  static SendTarget target(const model::Record& record) {
    return {record[model::Field::kCommunicator], record[model::Field::kPeer], record[model::Field::kTag],
            record[model::Field::kSentBytes]};
  }
  static SendTarget unfinished_target(const model::Record& record) {
    SendTarget known = target(record);
    const auto has_bytes = record.given >> static_cast<unsigned>(model::UnfinishedArgument::kBytes) & 1U;
    if (has_bytes == 0) known.bytes = model::kUnknownBytes;
    return known;
  }
  // A call that never ended may have sent its message: it has if the receiver got it.
  static bool is_send(model::Kind kind) {
    using model::Kind;
    return kind == Kind::kSend || kind == Kind::kSendStart || kind == Kind::kSendReceive ||
           kind == Kind::kSendReceiveStart;
  }
  static bool has_envelope(const model::Record& record) {
    constexpr std::uint32_t kEnvelope = 7;  // communicator, peer and tag are known
    return (record.given & kEnvelope) == kEnvelope;
  }

  OpenMap<Id, SendTarget> persistent_;
};

}  // namespace mpitrace::merge
