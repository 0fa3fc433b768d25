// SPDX-License-Identifier: BSD-3-Clause
// A call's arguments as members of an open JSON object: the form of show_arguments() for Chrome JSON.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "present/argument_names.h"
#include "present/arguments.h"
#include "present/names.h"
#include "present/text.h"

namespace mpitrace::present {

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
    const std::int64_t in_world = names_.world_rank(communicator_, value);
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
      put_world_rank(names_.world_rank(communicator_, static_cast<std::int64_t>(entries[i].id)));
    }
    line_ << ']';
  }

 private:
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

  Line& line_;
  const ArgumentNames& names_;
  const CommunicatorText* communicator_ = nullptr;  // of the call, or its window or file
};

}  // namespace mpitrace::present
