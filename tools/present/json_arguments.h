// SPDX-License-Identifier: BSD-3-Clause
// A call's arguments as members of an open JSON object: the form of show_arguments() for Chrome JSON.
#pragma once

#include <cstdint>
#include <string>

#include "model/communicator.h"
#include "model/process.h"
#include "present/arguments.h"
#include "present/names.h"
#include "present/text.h"

namespace mpitrace::present {

// What a process's calls on one communicator have in common.
struct CommunicatorText {
  std::string name;        // in quotes
  std::string collective;  // ,"coll":"2:
  const model::Members* peers = nullptr;
  bool is_world = false;
};

// What the arguments of one process are looked up in.
struct ArgumentNames {
  const model::Run& run;
  model::ById<CommunicatorText> communicators{};  // by local id
  std::size_t longest_communicator = 0;           // bytes of the longest name
};

// Room for all arguments of a call without the names of communicators.
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
    if (in_world >= 0) {
      line_ << in_world;
    } else {
      line_ << "null";
    }
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
  // One text for all ranks that took part, so that they can be found by it.
  void collective(std::int64_t local_id, std::int64_t sequence) {
    number(Key("seq"), sequence);
    const CommunicatorText* found = names_.communicators.find(local_id);
    if (found != nullptr) line_ << found->collective << sequence << '"';
  }

 private:
  std::int64_t world_rank(std::int64_t rank) const {
    if (communicator_ == nullptr) return -1;
    const std::int32_t* peer = communicator_->peers->find(rank);
    if (peer != nullptr) return names_.run.processes[static_cast<std::size_t>(*peer)].rank.value;
    return communicator_->is_world ? rank : -1;
  }

  Line& line_;
  const ArgumentNames& names_;
  const CommunicatorText* communicator_ = nullptr;  // of the call
};

}  // namespace mpitrace::present
