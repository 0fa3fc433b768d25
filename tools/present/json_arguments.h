// SPDX-License-Identifier: BSD-3-Clause
// A call's arguments as members of an open JSON object: the form of show_arguments() for Chrome JSON.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "model/communicator.h"
#include "model/process.h"
#include "present/arguments.h"
#include "present/names.h"
#include "present/text.h"

namespace mpitrace::present {

// What a process's calls on one communicator, window or file have in common. The ranks of these two are those of the
// communicator they were made on.
struct CommunicatorText {
  std::string name;        // in quotes
  std::string collective;  // ,"coll":"2:  and of the 7th collective on that communicator:  ,"coll":"2:7:
  const model::Members* peers = nullptr;
  bool is_world = false;
};

// What the arguments of one process are looked up in.
struct ArgumentNames {
  const model::Run& run;
  model::ById<CommunicatorText> communicators{};  // by local id
  model::ById<CommunicatorText> windows{};
  model::ById<CommunicatorText> files{};
  std::size_t longest_name = 0;  // bytes, of all of these
};

// Room for all arguments of a call without such names.
inline constexpr std::size_t kMostArgumentBytes = 1024;

class JsonArguments {
 public:
  JsonArguments(Line& line, const ArgumentNames& names) : line_(line), names_(names) {}

  // The rank in the world, and the rank in the communicator where that is another.
  void rank(const auto& key, std::int64_t value) {
    line_ << key.json();
    if (value < 0) {
      line_ << '"' << special_rank(value) << '"';
      return;
    }
    const std::int64_t in_world = world_rank(value);
    put_world_rank(in_world);
    if (in_world != value) line_ << ",\"" << key.name() << "_in_comm\":" << value;
  }
  void tag(const auto& key, std::int64_t value) {
    line_ << key.json();
    if (value == model::kAnyTag) {
      line_ << "\"any\"";
    } else {
      line_ << value;
    }
  }
  void number(const auto& key, std::int64_t value) { line_ << key.json() << value; }
  void word(const auto& key, std::string_view text) { line_ << key.json() << '"' << text << '"'; }
  void communicator(const auto& key, std::int64_t local_id) {
    const CommunicatorText* found = names_.communicators.find(local_id);
    if (communicator_ == nullptr) communicator_ = found;
    line_ << key.json() << (found != nullptr ? std::string_view(found->name) : "\"unknown\"");
  }
  void window(const auto& key, std::int64_t local_id) { object(key, names_.windows.find(local_id)); }
  void file(const auto& key, std::int64_t local_id) { object(key, names_.files.find(local_id)); }
  // One text for all ranks that took part, so that they can be found by it.
  void collective(std::int64_t local_id, std::int64_t sequence) {
    put_collective(names_.communicators.find(local_id), sequence);
  }
  void object_collective(std::int64_t sequence) { put_collective(communicator_, sequence); }
  // The first ones, as ranks in the world.
  void ranks(const auto& key, std::span<const model::RequestEntry> entries) {
    line_ << key.json() << '[';
    for (std::size_t i = 0; i < std::min(entries.size(), kMostRanks); ++i) {
      if (i > 0) line_ << ',';
      put_world_rank(world_rank(static_cast<std::int64_t>(entries[i].id)));
    }
    line_ << ']';
  }

 private:
  static constexpr std::size_t kMostRanks = 16;

  void object(const auto& key, const CommunicatorText* found) {
    communicator_ = found;
    line_ << key.json() << (found != nullptr ? std::string_view(found->name) : "\"unknown\"");
  }
  void put_collective(const CommunicatorText* found, std::int64_t sequence) {
    number(Key("seq"), sequence);
    if (found != nullptr && !found->collective.empty()) line_ << found->collective << sequence << '"';
  }
  void put_world_rank(std::int64_t rank) {
    if (rank >= 0) {
      line_ << rank;
    } else {
      line_ << "null";
    }
  }
  std::int64_t world_rank(std::int64_t rank) const {
    if (communicator_ == nullptr || communicator_->peers == nullptr) return -1;
    const std::int32_t* peer = communicator_->peers->find(rank);
    if (peer != nullptr) return names_.run.processes[static_cast<std::size_t>(*peer)].rank.value;
    return communicator_->is_world ? rank : -1;
  }

  Line& line_;
  const ArgumentNames& names_;
  const CommunicatorText* communicator_ = nullptr;  // of the call, or its window or file
};

}  // namespace mpitrace::present
