// SPDX-License-Identifier: BSD-3-Clause
// A communicator of the run: the same thing for all its members, whatever number each of them gave it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mpitrace::model {

inline constexpr std::int32_t kNoProcess = -1;

// Numbers that are nearly always 0, 1, 2, ... and what stands behind each. Holds no more than was added, whatever the
// numbers.
template <class Value>
class ById {
 public:
  void add(std::int64_t id, Value value) { entries_.emplace_back(id, std::move(value)); }
  void sort() {
    std::stable_sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  // Valid after sort(). nullptr: nothing was added under this number.
  const Value* find(std::int64_t id) const {
    const auto place = static_cast<std::uint64_t>(id);
    if (place < entries_.size() && entries_[place].first == id) return &entries_[place].second;
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), id,
                                        [](const auto& entry, std::int64_t wanted) { return entry.first < wanted; });
    return found != entries_.end() && found->first == id ? &found->second : nullptr;
  }
  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<std::pair<std::int64_t, Value>> entries_;
};

// Ranks of one group -> indexes of the processes that hold them. Only ranks whose record was read.
using Members = ById<std::int32_t>;

struct Communicator {
  std::string name;  // "world", "self", the name the program gave it, or "comm 3"
  std::uint64_t size = 0;
  bool is_inter = false;
  bool is_world = false;  // its ranks are the world's
  Members members;        // of an intercommunicator: of side 0
  Members other_members;  // of side 1
};

// How a process sees a communicator of the run.
struct CommunicatorView {
  std::uint32_t communicator = 0;  // index into the run's communicators
  bool is_side_one = false;
};

// All communicators of a run, and each process's way into them.
struct Communicators {
  std::vector<Communicator> all;
  std::vector<ById<CommunicatorView>> views;  // [process], by local id

  // Those whom a process that sees a communicator like this talks to: in an intercommunicator, the other side.
  const Members& peers(const CommunicatorView& view) const {
    const Communicator& communicator = all[view.communicator];
    return communicator.is_inter && !view.is_side_one ? communicator.other_members : communicator.members;
  }
  // Who `rank` of the call's communicator is (of the remote group in an intercommunicator); kNoProcess if that is not
  // known.
  std::int32_t peer(std::size_t process, std::int64_t local_id, std::int64_t rank) const {
    return peer(views[process].find(local_id), rank);
  }
  // The same of a view; nullptr: not known.
  std::int32_t peer(const CommunicatorView* view, std::int64_t rank) const {
    if (view == nullptr) return kNoProcess;
    const std::int32_t* found = peers(*view).find(rank);
    return found != nullptr ? *found : kNoProcess;
  }
};

}  // namespace mpitrace::model
