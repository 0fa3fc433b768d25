// SPDX-License-Identifier: BSD-3-Clause
// Which arguments of a call are shown, under which names: one list for every output. An output says how each looks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/call.h"
#include "present/argument_names.h"
#include "present/names.h"

namespace mpitrace::present {

// An argument's name, ready to be written: ,"name": in JSON,  name= in plain text, and its number where names have one.
template <std::size_t Size>
class Key {
 public:
  consteval Key(const char (&name)[Size]) {  // NOLINT(google-explicit-constructor): names stand as plain text below
    std::size_t at = 0;
    for (const char c : {',', '"'}) json_[at++] = c;
    for (std::size_t i = 0; i + 1 < Size; ++i) json_[at++] = name[i];
    for (const char c : {'"', ':'}) json_[at++] = c;
    at = 0;
    plain_[at++] = ' ';
    for (std::size_t i = 0; i + 1 < Size; ++i) plain_[at++] = name[i];
    plain_[at++] = '=';
    number_ = argument_number(name);
    char in_comm[Size + kInComm.size()]{};
    std::copy_n(name, Size - 1, in_comm);
    std::copy(kInComm.begin(), kInComm.end(), in_comm + Size - 1);
    in_comm_number_ = argument_number({in_comm, sizeof in_comm - 1});
    if (number_ == 0) throw "kArgumentNames lacks it";
  }
  constexpr std::string_view json() const { return {json_, sizeof json_}; }
  constexpr std::string_view plain() const { return {plain_, sizeof plain_}; }
  constexpr std::string_view name() const { return plain().substr(1, Size - 1); }
  constexpr std::uint8_t number() const { return number_; }
  constexpr std::uint8_t in_comm_number() const { return in_comm_number_; }  // of the rank in the communicator

 private:
  static constexpr std::string_view kInComm = "_in_comm";

  char json_[Size + 3]{};
  char plain_[Size + 1]{};
  std::uint8_t number_ = 0;
  std::uint8_t in_comm_number_ = 0;
};

// `out` has rank(key, value), tag(key, value), number(key, value), word(key, text), communicator(key, local id) and
// collective(communicator's local id, sequence); window(key, local id) and file(key, local id), which also say whose
// the ranks and sequence numbers after them are, object_collective(sequence) for those, and ranks(key, entries).
template <class Out>
void show_receive(const model::Record& record, Out& out) {
  using model::Field;
  const bool is_null = record[Field::kPeer] == model::kProcNull;
  out.rank(Key("peer"), is_null ? model::kProcNull : record[Field::kMatchedPeer]);
  out.tag(Key("tag"), record[Field::kMatchedTag]);
  out.number(Key("bytes"), record[Field::kRecvBytes]);
  if (record[Field::kPeer] == model::kAnySource) out.word(Key("asked_peer"), "any");
  if (record[Field::kTag] == model::kAnyTag) out.word(Key("asked_tag"), "any");
}

template <class Out>
void show_receive_half(const model::Record& record, Out& out) {
  using model::Field;
  const bool is_done = record.kind == model::Kind::kSendReceive && record[Field::kSource] != model::kProcNull;
  out.rank(Key("source"), record[is_done ? Field::kMatchedPeer : Field::kSource]);
  out.tag(Key("source_tag"), record[is_done ? Field::kMatchedTag : Field::kSourceTag]);
  out.number(Key("received_bytes"), record[Field::kRecvBytes]);
  if (is_done && record[Field::kSource] == model::kAnySource) out.word(Key("asked_source"), "any");
  if (is_done && record[Field::kSourceTag] == model::kAnyTag) out.word(Key("asked_source_tag"), "any");
}

template <class Out>
void show_window_call(const model::Record& record, Out& out) {
  using model::Field;
  using model::Kind;
  if (record.kind == Kind::kWindowNew) out.collective(record[Field::kCommunicator], record[Field::kSequence]);
  if (record[Field::kObject] != 0) out.window(Key("window"), record[Field::kObject]);
  switch (record.kind) {
    case Kind::kWindowFree:
    case Kind::kFence:
      return out.object_collective(record[Field::kSequence]);
    case Kind::kPut:
      out.rank(Key("target"), record[Field::kPeer]);
      return out.number(Key("bytes"), record[Field::kSentBytes]);
    case Kind::kGet:
      out.rank(Key("target"), record[Field::kPeer]);
      return out.number(Key("bytes"), record[Field::kRecvBytes]);
    case Kind::kGetAccumulate:
      out.rank(Key("target"), record[Field::kPeer]);
      out.number(Key("sent_bytes"), record[Field::kSentBytes]);
      return out.number(Key("received_bytes"), record[Field::kRecvBytes]);
    case Kind::kLock:
      out.rank(Key("target"), record[Field::kPeer]);
      return out.word(Key("lock"), lock_type(record[Field::kTag]));
    case Kind::kUnlock:
    case Kind::kFlush:
      return out.rank(Key("target"), record[Field::kPeer]);
    case Kind::kEpochPost:
    case Kind::kEpochStart:
      out.number(Key("group_size"), record[Field::kRequests]);
      if (!record.listed.empty()) out.ranks(Key("group"), record.listed);
      return;
    default:
      return;
  }
}

template <class Out>
void show_file_call(const model::Record& record, Out& out) {
  using model::Field;
  using model::Kind;
  if (record.kind == Kind::kFileOpen) out.collective(record[Field::kCommunicator], record[Field::kSequence]);
  if (record[Field::kObject] != 0) out.file(Key("file"), record[Field::kObject]);
  switch (record.kind) {
    case Kind::kFileRead:
      out.number(Key("bytes"), record[Field::kRecvBytes]);
      break;
    case Kind::kFileReadStart:
      out.number(Key("room_bytes"), record[Field::kRecvBytes]);
      break;
    case Kind::kFileWrite:
      out.number(Key("bytes"), record[Field::kSentBytes]);
      break;
    case Kind::kFileSplitEnd:
      return out.number(Key("bytes"), std::max(record[Field::kSentBytes], record[Field::kRecvBytes]));
    case Kind::kFileClose:
      return out.object_collective(record[Field::kSequence]);
    case Kind::kFileUse:
      break;
    default:
      return;
  }
  if (record[Field::kOffset] != model::kNoOffset) out.number(Key("offset"), record[Field::kOffset]);
  if (record[Field::kSequence] != model::kNoSequence) out.object_collective(record[Field::kSequence]);
}

template <class Out>
void show_by_kind(const model::Record& record, bool has_root, Out& out) {
  using model::Field;
  using model::Kind;
  switch (record.kind) {
    case Kind::kSend:
    case Kind::kSendStart:
    case Kind::kSendInit:
    case Kind::kSendReceive:
    case Kind::kSendReceiveStart:
      out.rank(Key("peer"), record[Field::kPeer]);
      out.tag(Key("tag"), record[Field::kTag]);
      out.number(Key("bytes"), record[Field::kSentBytes]);
      if (record.kind == Kind::kSendReceive || record.kind == Kind::kSendReceiveStart) show_receive_half(record, out);
      return;
    case Kind::kReceive:
    case Kind::kProbe:
    case Kind::kMatchedProbe:
      return show_receive(record, out);
    case Kind::kReceiveStart:
    case Kind::kReceiveInit:
      out.rank(Key("peer"), record[Field::kPeer]);
      out.tag(Key("tag"), record[Field::kTag]);
      out.number(Key("room_bytes"), record[Field::kRecvBytes]);
      return;
    case Kind::kMatchedReceive:
      out.rank(Key("peer"), record[Field::kMatchedPeer]);
      out.tag(Key("tag"), record[Field::kMatchedTag]);
      out.number(Key("bytes"), record[Field::kRecvBytes]);
      return;
    case Kind::kMatchedReceiveStart:
      return out.number(Key("room_bytes"), record[Field::kRecvBytes]);
    case Kind::kStart:
      return out.number(Key("requests"), record[Field::kRequests]);
    case Kind::kComplete:
      out.number(Key("requests"), record[Field::kRequests]);
      return out.number(Key("given"), record[Field::kGiven]);
    case Kind::kCollective:
    case Kind::kCollectiveStart:
    case Kind::kCollectiveInit:
      if (has_root) out.rank(Key("root"), record[Field::kPeer]);
      out.number(Key("sent_bytes"), record[Field::kSentBytes]);
      out.number(Key("received_bytes"), record[Field::kRecvBytes]);
      if (record.peer_bytes != nullptr) {
        out.number(Key("most_to_one_rank"), static_cast<std::int64_t>(record.peer_bytes->most));
        out.number(Key("ranks_sent_nothing"), static_cast<std::int64_t>(record.peer_bytes->nothing));
      }
      return out.collective(record[Field::kCommunicator], record[Field::kSequence]);
    case Kind::kCommunicatorNew:
      out.collective(record[Field::kCommunicator], record[Field::kSequence]);
      if (record[Field::kObject] != 0) out.communicator(Key("new_comm"), record[Field::kObject]);
      return;
    case Kind::kCommunicatorFree:
      if (record[Field::kObject] != 0) out.communicator(Key("freed_comm"), record[Field::kObject]);
      return;
    case Kind::kAbort:
      return out.number(Key("error_code"), record[Field::kTag]);
    default:
      if (is_window_call(record.kind)) show_window_call(record, out);
      if (is_file_call(record.kind)) show_file_call(record, out);
      return;
  }
}

template <class Out>
void show_arguments(const model::Record& record, bool has_root, Out& out) {
  using model::Field;
  if (record[Field::kCommunicator] != 0) out.communicator(Key("comm"), record[Field::kCommunicator]);
  show_by_kind(record, has_root, out);
  const bool is_row = record.kind == model::Kind::kComplete ||
                      (record.kind == model::Kind::kStart && requires { Out::kListsRequests; });
  if (record[Field::kRequest] != 0 && !is_row) out.number(Key("request"), record[Field::kRequest]);
  if (record[Field::kMessage] != 0) out.number(Key("message"), record[Field::kMessage]);
  if (record[Field::kResult] != 0) out.number(Key("result"), record[Field::kResult]);
}

// Of the call a thread was in when its process stopped: what was known when it entered.
template <class Out>
void show_unfinished(const model::Record& record, Out& out) {
  using model::Field;
  using model::UnfinishedArgument;
  const auto has = [&](UnfinishedArgument argument) {
    return (record.given >> static_cast<unsigned>(argument) & 1U) != 0;
  };
  if (has(UnfinishedArgument::kCommunicator) && record[Field::kCommunicator] != 0)
    out.communicator(Key("comm"), record[Field::kCommunicator]);
  const bool is_on_window = is_window_call(record.kind);
  if (has(UnfinishedArgument::kObject) && record[Field::kObject] != 0) {
    if (is_on_window) out.window(Key("window"), record[Field::kObject]);
    if (is_file_call(record.kind)) out.file(Key("file"), record[Field::kObject]);
  }
  if (has(UnfinishedArgument::kPeer)) {
    if (is_on_window) {
      out.rank(Key("target"), record[Field::kPeer]);
    } else {
      out.rank(Key("peer"), record[Field::kPeer]);
    }
  }
  if (has(UnfinishedArgument::kTag)) {
    if (is_on_window) {
      out.word(Key("lock"), lock_type(record[Field::kTag]));
    } else {
      out.tag(Key("tag"), record[Field::kTag]);
    }
  }
  if (has(UnfinishedArgument::kBytes)) out.number(Key("bytes"), record[Field::kSentBytes]);
  if (has(UnfinishedArgument::kRequests)) out.number(Key("requests"), record[Field::kRequests]);
}

}  // namespace mpitrace::present
