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

// What the arguments of one process are looked up in.
struct ArgumentNames {
  const model::Run& run;
  const model::Communicators& communicators;
  std::size_t process;
  model::ById<std::string> communicator_json{};  // by local id, in quotes
  std::size_t longest_communicator = 0;
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
    if (communicator_ == 0) communicator_ = local_id;
    const std::string* name = names_.communicator_json.find(local_id);
    line_ << key.json() << (name != nullptr ? std::string_view(*name) : "\"unknown\"");
  }
  // One text for all ranks that took part, so that they can be found by it.
  void collective(std::int64_t local_id, std::int64_t sequence) {
    number(Key("seq"), sequence);
    const model::CommunicatorView* view = names_.communicators.views[names_.process].find(local_id);
    if (view != nullptr) line_ << ",\"coll\":\"" << view->communicator << ':' << sequence << '"';
  }

 private:
  std::int64_t world_rank(std::int64_t rank) const {
    const std::int32_t peer = names_.communicators.peer(names_.process, communicator_, rank);
    if (peer != model::kNoProcess) return names_.run.processes[static_cast<std::size_t>(peer)].rank.value;
    const model::CommunicatorView* view = names_.communicators.views[names_.process].find(communicator_);
    return view != nullptr && names_.communicators.all[view->communicator].is_world ? rank : -1;
  }

  Line& line_;
  const ArgumentNames& names_;
  std::int64_t communicator_ = 0;  // of the call
};

}  // namespace mpitrace::present
