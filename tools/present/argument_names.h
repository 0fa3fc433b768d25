// SPDX-License-Identifier: BSD-3-Clause
// The names of all arguments, numbered, and what the arguments of one process's calls are looked up in. Takes a run and
// its communicators; gives each communicator, window and file its text in an output's form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "model/communicator.h"
#include "model/process.h"

namespace mpitrace::present {

// A name's number is its place here. The rank in a communicator stands behind the rank in the world that it is.
inline constexpr std::string_view kArgumentNames[] = {
    "",
    "at",
    "in",
    "comm",
    "peer",
    "peer_in_comm",
    "tag",
    "bytes",
    "room_bytes",
    "asked_peer",
    "asked_tag",
    "source",
    "source_in_comm",
    "source_tag",
    "received_bytes",
    "asked_source",
    "asked_source_tag",
    "window",
    "target",
    "target_in_comm",
    "sent_bytes",
    "lock",
    "group_size",
    "group",
    "file",
    "offset",
    "requests",
    "given",
    "root",
    "root_in_comm",
    "most_to_one_rank",
    "ranks_sent_nothing",
    "new_comm",
    "freed_comm",
    "error_code",
    "request",
    "message",
    "result",
    "seq",
    "coll",
    "true_dur_ns",
    "unfinished",
    "failed_polls",
    "busy_ns",
    "chunks",
    "calls_at_least",
    "end_unknown",
    "moved_ns",
    "for_rank",
};

// 0: there is none.
constexpr std::uint8_t argument_number(std::string_view name) {
  for (std::size_t i = 1; i < std::size(kArgumentNames); ++i) {
    if (kArgumentNames[i] == name) return static_cast<std::uint8_t>(i);
  }
  return 0;
}

// What a process's calls on one communicator, window or file have in common. The ranks of these two are those of the
// communicator they were made on.
struct CommunicatorText {
  std::string name;
  std::string collective;              // "2:"; of what the 7th collective on that communicator made: "2:7:"
  std::uint64_t first_collective = 0;  // what its collectives' numbers are added to, to tell them from all others
  const model::Members* peers = nullptr;
  bool is_world = false;
};

// The texts as an output writes them.
struct ArgumentForm {
  std::function<std::string(std::string_view)> name;
  std::string before_collective;
};

struct ArgumentNames {
  ArgumentNames(const model::Run& run, const model::Communicators& communicators, std::size_t process,
                const ArgumentForm& form);

  // Of a rank in that communicator; -1: not known.
  std::int64_t world_rank(const CommunicatorText* communicator, std::int64_t rank) const {
    if (communicator == nullptr || communicator->peers == nullptr) return -1;
    const std::int32_t* peer = communicator->peers->find(rank);
    if (peer != nullptr) return run.processes[static_cast<std::size_t>(*peer)].rank.value;
    return communicator->is_world ? rank : -1;
  }

  const model::Run& run;
  model::ById<CommunicatorText> communicators;  // by local id
  model::ById<CommunicatorText> windows;
  model::ById<CommunicatorText> files;
  std::size_t longest_name = 0;  // bytes, of all of these

 private:
  template <class Local>
  CommunicatorText made_together(const Local& local, std::string_view name, const ArgumentForm& form);
};

// Room for all arguments of a call without such names.
inline constexpr std::size_t kMostArgumentBytes = 1024;
inline constexpr std::size_t kMostRanks = 16;  // listed of a group

}  // namespace mpitrace::present
