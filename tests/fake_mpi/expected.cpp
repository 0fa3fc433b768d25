// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/expected.h"

#include <algorithm>

#include "fake_mpi/expected_bytes.h"

namespace mpitrace::fake {
namespace {

constexpr int kIntBytes = 4;
constexpr int kDerivedBytes = 8;

bool is_window_call(Kind kind) {
  return Kind::kWindowNew <= kind && kind <= Kind::kFlush;
}

bool is_file_call(Kind kind) {
  return Kind::kFileOpen <= kind && kind <= Kind::kFileSplitEnd;
}

bool is_collective(Kind kind) {
  return kind == Kind::kCollective || kind == Kind::kCollectiveStart || kind == Kind::kCollectiveInit;
}

// MPI's own rules: who of the parent takes part. All of it, unless a group says otherwise.
bool is_counted_on_parent(const Row& row) {
  return row.has("Comm") && row.shape != Shape::kFromGroup;
}

bool makes_request(const Row& row) {
  if (!row.has("Req")) return false;
  switch (row.kind) {
    case Kind::kPlain:
    case Kind::kStart:
    case Kind::kComplete:
    case Kind::kCancel:
    case Kind::kRequestFree:
      return false;
    default:
      return true;
  }
}

std::int64_t send_bytes(const Row& row) {
  if (row.has("Parts")) return kPartitions * kPartCount * kIntBytes;
  return (row.has("SCnt") ? kSendCount : kCount) * kIntBytes;
}

std::int64_t room_bytes(const Row& row) {
  if (row.has("Parts")) return kPartitions * kPartCount * kDerivedBytes;
  return row.has("RCnt") ? kRecvCount * kDerivedBytes : kCount * kIntBytes;
}

}  // namespace

std::string Expected::line(const Row& row, int code) {
  const bool succeeded = code == 0;
  text_ = row.name;
  if (row.kind == Kind::kAbort) text_ += " unfinished=1";
  if (row.has("Comm")) add("comm", communicator(is_on_grid(row) ? 1 : 0));
  add_by_kind(row, succeeded);
  add_request(row, succeeded);
  add_message(row, succeeded);
  if (!succeeded) add("result", code);
  if (row.kind == Kind::kComplete && succeeded) add_completed(row);
  if (row.kind == Kind::kStart && succeeded) add_started();
  if (is_collective(row.kind)) add_peer_bytes(row);
  return text_;
}

std::string Expected::communicator(std::uint64_t number) const {
  if (number == 0) return "world";
  return number == 1 && has_names_ ? kName : "comm_" + std::to_string(number);
}

void Expected::add_by_kind(const Row& row, bool succeeded) {
  switch (row.kind) {
    case Kind::kSend:
    case Kind::kSendStart:
    case Kind::kSendInit:
      return add_send(row);
    case Kind::kSendReceive:
    case Kind::kSendReceiveStart:
      add_send(row);
      return add_receive_half(row, succeeded);
    case Kind::kReceive:
    case Kind::kProbe:
    case Kind::kMatchedProbe:
      add_arrival(row, succeeded, "peer", "tag", "bytes");
      if (!row.is_large) add("asked_peer", "any");
      if (!row.is_large) add("asked_tag", "any");
      return;
    case Kind::kMatchedReceive:
      return add_arrival(row, succeeded, "peer", "tag", "bytes");
    case Kind::kReceiveStart:
    case Kind::kReceiveInit:
    case Kind::kMatchedReceiveStart:
      return add_room(row);
    case Kind::kStart:
      return add("requests", succeeded ? static_cast<std::int64_t>(given_requests_.size()) : 0);
    case Kind::kComplete: {
      const std::size_t some = row.has("Index") ? 1 : std::size(kIndices);
      const std::size_t all = given_requests_.size();
      const std::size_t completed = row.has("Index") || row.has("OutCnt") ? some : all;
      add("requests", succeeded ? static_cast<std::int64_t>(completed) : 0);
      return add("given", static_cast<std::int64_t>(all));
    }
    case Kind::kCollective:
    case Kind::kCollectiveStart:
    case Kind::kCollectiveInit:
      return add_collective(row);
    case Kind::kCommunicatorNew:
      return add_new_communicator(row, succeeded);
    case Kind::kCommunicatorFree:
      return add("freed_comm", communicator(last_communicator_));
    case Kind::kAbort:
      return add("error_code", kAbortCode);
    default:
      if (is_window_call(row.kind)) add_window_call(row, succeeded);
      if (is_file_call(row.kind)) add_file_call(row, succeeded);
      return;
  }
}

void Expected::add_send(const Row& row) {
  add("peer", row.is_large ? "none" : std::to_string(kDestination));
  add("tag", kTag);
  add("bytes", send_bytes(row));
}

// A call that failed has received nothing, and names what it asked for: anything, but in the rows of MPI_Count.
void Expected::add_arrival(const Row& row, bool succeeded, const char* peer, const char* tag, const char* bytes) {
  const bool is_named = succeeded || (row.is_large && row.kind != Kind::kMatchedReceive);
  add(peer, is_named ? std::to_string(kArrivedSource) : "any");
  add(tag, is_named ? std::to_string(kArrivedTag) : "any");
  add(bytes, succeeded ? kArrivedBytes : 0);
}

void Expected::add_receive_half(const Row& row, bool succeeded) {
  if (row.kind == Kind::kSendReceive) {
    add_arrival(row, succeeded, "source", "source_tag", "received_bytes");
    if (!row.is_large) add("asked_source", "any");
    if (!row.is_large) add("asked_source_tag", "any");
    return;
  }
  add("source", row.is_large ? std::to_string(kArrivedSource) : "any");
  add("source_tag", row.is_large ? std::to_string(kArrivedTag) : "any");
  add("received_bytes", room_bytes(row));
}

void Expected::add_room(const Row& row) {
  if (row.has("Source")) {
    add("peer", row.is_large ? std::to_string(kArrivedSource) : "any");
    add("tag", row.is_large ? std::to_string(kArrivedTag) : "any");
  }
  add("room_bytes", room_bytes(row));
}

void Expected::add_collective(const Row& row) {
  if (row.has("Root")) add("root", row.is_large ? kOtherRoot : kRank);
  const Bytes bytes = collective_bytes(row);
  add("sent_bytes", bytes.sent);
  add("received_bytes", bytes.received);
  const std::vector<std::int64_t> peers = bytes_to_peers(row);
  if (!peers.empty()) {
    add("most_to_one_rank", *std::max_element(peers.begin(), peers.end()));
    add("ranks_sent_nothing", std::count(peers.begin(), peers.end(), 0));
  }
  add("seq", (is_on_grid(row) ? grid_sequence_ : world_sequence_)++);
}

void Expected::add_new_communicator(const Row& row, bool succeeded) {
  if (is_counted_on_parent(row)) add("seq", world_sequence_++);
  if (succeeded) add("new_comm", communicator(++last_communicator_));
}

void Expected::add_request(const Row& row, bool succeeded) {
  if (makes_request(row)) {
    if (succeeded) add("request", id(++last_request_));
    return;
  }
  const bool has_own = row.kind == Kind::kCancel || row.kind == Kind::kRequestFree;
  if (has_own) add("request", id(given_requests_.front()));
}

void Expected::add_message(const Row& row, bool succeeded) {
  if (row.kind == Kind::kMatchedProbe && succeeded) add("message", id(++last_message_));
  if (row.kind == Kind::kMatchedReceive || row.kind == Kind::kMatchedReceiveStart) add("message", id(last_message_));
}

void Expected::add_started() {
  std::string list;
  for (const std::uint64_t request : given_requests_) list += (list.empty() ? "" : ";") + id(request);
  add("started", list);
}

// The first request took what came, and its status tells; the others got what they asked for.
void Expected::add_completed(const Row& row) {
  const auto entry = [this](std::size_t i) {
    const std::string arrived =
        ":" + std::to_string(kArrivedSource) + ',' + std::to_string(kArrivedTag) + ',' + std::to_string(kArrivedBytes);
    return id(given_requests_[i]) + (i == 0 ? arrived : "");
  };
  std::string entries;
  const auto list = [&](std::size_t i) { entries += (entries.empty() ? "" : ";") + entry(i); };
  if (row.has("Index")) {
    list(0);
  } else if (row.has("OutCnt")) {
    for (const int index : kIndices) list(static_cast<std::size_t>(index));
  } else {
    for (std::size_t i = 0; i < given_requests_.size(); ++i) list(i);
  }
  add("done", entries);
}

void Expected::add_peer_bytes(const Row& row) {
  std::string list;
  for (const std::int64_t bytes : bytes_to_peers(row)) list += (list.empty() ? "" : ",") + std::to_string(bytes);
  if (!list.empty()) add("to", list);
}

}  // namespace mpitrace::fake
