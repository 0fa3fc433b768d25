// SPDX-License-Identifier: BSD-3-Clause
#include "merge/communicators.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mpitrace::merge {
namespace {

using model::LocalCommunicator;
using model::Origin;

constexpr std::uint32_t kNone = 0xffff'ffffU;
constexpr std::size_t kDeepest = 1'000;  // of communicators made from communicators; deeper ones are forged
constexpr std::size_t kMostRounds = 16;  // of intercommunicators made from intercommunicators

constexpr std::size_t kMostSides = 256;  // that look alike and could be each other's; more are left alone

// Of sorted processes: no one is in both.
bool are_apart(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) return false;
    if (*x < *y) {
      ++x;
    } else {
      ++y;
    }
  }
  return true;
}

// What makes a communicator (for an intercommunicator: one side of it) the same for all members.
using Key = std::array<std::uint64_t, 6>;

class Uniter {
 public:
  explicit Uniter(const model::Run& run)
      : run_(run), numbers_(run.processes.size()), uses_of_group_(run.processes.size()) {}

  model::Communicators unite() {
    // What was made from an intercommunicator can be numbered once its two sides are known to be one.
    std::size_t before = kNone;
    for (std::size_t round = 0; round < kMostRounds && groups_.size() != before; ++round) {
      before = groups_.size();
      for (std::size_t process = 0; process < run_.processes.size(); ++process) {
        std::erase_if(numbers_[process], [](const auto& entry) { return entry.second == kNone; });
        for (const auto& [id, local] : run_.processes[process].communicators) number(process, id, 0);
      }
      pair_sides();
    }
    part_impostors();
    return collect();
  }

 private:
  struct Group {
    const LocalCommunicator* local = nullptr;  // of the first member seen
    std::size_t process = 0;
    std::vector<std::size_t> members;  // processes
    std::uint32_t other_side = kNone;  // of an intercommunicator
    bool is_side_one = false;
    bool is_settled = false;
    bool is_inter() const { return local->remote_size != 0; }
  };

  std::uint32_t number(std::size_t process, std::uint32_t id, std::size_t depth);
  bool has_whole_parent(const LocalCommunicator& local, const LocalCommunicator& parent) const;
  void part_impostors();
  std::optional<Key> key(std::size_t process, const LocalCommunicator& local, std::size_t depth);
  std::uint32_t first_side(std::uint32_t group) const {
    return groups_[group].is_side_one ? groups_[group].other_side : group;
  }
  std::array<std::uint64_t, 4> shape_of_sides(std::size_t group) const;
  bool is_way_to_parents(std::size_t process, const LocalCommunicator& local) const;
  using Sides = std::map<std::vector<std::size_t>, std::vector<std::uint32_t>>;  // members -> groups
  void pair_sides();
  bool pair_spawned(const Sides& sides);
  void pair(std::uint32_t one, std::uint32_t two);
  model::Communicators collect() const;
  std::string name(const Group& group, std::size_t place) const;

  const model::Run& run_;
  std::map<Key, std::uint32_t> groups_by_key_;
  std::vector<Group> groups_;
  std::vector<std::map<std::uint32_t, std::uint32_t>> numbers_;  // [process][local id] -> group
  std::vector<std::map<Key, std::uint64_t>>
      uses_of_group_;  // [process]: how often it made a communicator of this group so far
};

std::uint32_t Uniter::number(std::size_t process, std::uint32_t id, std::size_t depth) {
  const auto known = numbers_[process].find(id);
  if (known != numbers_[process].end()) return known->second;
  const auto local = run_.processes[process].communicators.find(id);
  if (local == run_.processes[process].communicators.end() || depth > kDeepest) return kNone;
  numbers_[process][id] = kNone;  // while we ask for its parent, which may lead back here in a forged file
  const std::optional<Key> wanted = key(process, local->second, depth);
  if (!wanted) return kNone;
  const auto [place, is_new] = groups_by_key_.try_emplace(*wanted, groups_.size());
  if (is_new) groups_.push_back({&local->second, process, {}});
  groups_[place->second].members.push_back(process);
  numbers_[process][id] = place->second;
  return place->second;
}

// What a spawned world gets from MPI_Comm_get_parent.
bool Uniter::is_way_to_parents(std::size_t process, const LocalCommunicator& local) const {
  return (local.origin == Origin::kOtherWorld || local.origin == Origin::kFound) && local.parent == 0 &&
         local.remote_size != 0 && run_.processes[process].world > 0;
}

// All members of the parent (of both its sides, for MPI_Intercomm_merge) are in it, so that no leader need be told from
// others: worlds know no leader of another world.
bool Uniter::has_whole_parent(const LocalCommunicator& local, const LocalCommunicator& parent) const {
  const bool is_merged = parent.remote_size != 0 && local.remote_size == 0;
  return is_merged || (parent.remote_size == 0 && local.size == parent.size);
}

// Nothing while its parent's sides are not settled.
std::optional<Key> Uniter::key(std::size_t process, const LocalCommunicator& local, std::size_t depth) {
  const auto origin = static_cast<std::uint64_t>(local.origin);
  const Key own{origin, process, local.id, 1};  // nobody else's, as far as its record can tell
  const std::uint64_t world = run_.processes[process].world;
  if (local.origin == Origin::kWorld) return Key{origin, world};
  if (is_way_to_parents(process, local)) return Key{origin, kNone, world, static_cast<std::uint64_t>(local.leader)};
  const bool is_from_groups =
      local.parent == 0 && (local.origin == Origin::kGroup || local.origin == Origin::kIntercomm);
  const bool has_parent = local.origin == Origin::kParentCollective || local.origin == Origin::kIntercomm ||
                          local.origin == Origin::kGroup || local.origin == Origin::kOtherWorld;
  const auto& communicators = run_.processes[process].communicators;
  if (!is_from_groups && (!has_parent || communicators.count(local.parent) == 0)) return own;
  const std::uint32_t parent = is_from_groups ? kNone : number(process, local.parent, depth + 1);
  if (!is_from_groups && (parent == kNone || (groups_[parent].is_inter() && !groups_[parent].is_settled)))
    return std::nullopt;
  if (is_from_groups || local.origin == Origin::kGroup) {
    Key group{origin, parent, static_cast<std::uint64_t>(local.tag), local.members_hash, world};
    group[5] = uses_of_group_[process][group]++;
    return group;
  }
  if (has_whole_parent(local, communicators.at(local.parent)))
    return Key{origin, first_side(parent), local.parent_sequence, 0, kNone};
  if (local.leader < 0) return own;
  return Key{origin, first_side(parent), local.parent_sequence, static_cast<std::uint64_t>(local.leader), world};
}

std::array<std::uint64_t, 4> Uniter::shape_of_sides(std::size_t group) const {
  const LocalCommunicator& local = *groups_[group].local;
  if (local.origin == Origin::kOtherWorld || is_way_to_parents(groups_[group].process, local))
    return {3, std::min(local.size, local.remote_size), std::max(local.size, local.remote_size), 0};
  if (local.origin != Origin::kParentCollective)
    return {0, static_cast<std::uint64_t>(local.tag), std::min(local.size, local.remote_size),
            std::max(local.size, local.remote_size)};
  const auto& numbers = numbers_[groups_[group].process];
  const auto parent = numbers.find(local.parent);
  if (parent == numbers.end() || parent->second == kNone) return {2, group, 0, 0};
  return {1, first_side(parent->second), local.parent_sequence, 0};
}

// The record of one side does not name the other. Two sides are one when what they say of themselves fits, they have no
// member in common, and no third set of members would do; of several between the same two sets, the k-th is the k-th.
void Uniter::pair_sides() {
  using Shape = std::array<std::uint64_t, 4>;
  std::map<Shape, Sides> shapes;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!groups_[i].is_inter() || groups_[i].is_settled) continue;
    groups_[i].is_settled = true;
    const LocalCommunicator& local = *groups_[i].local;
    if (local.origin == Origin::kIntercomm || local.origin == Origin::kParentCollective ||
        local.origin == Origin::kOtherWorld || is_way_to_parents(groups_[i].process, local))
      shapes[shape_of_sides(i)][groups_[i].members].push_back(static_cast<std::uint32_t>(i));
  }
  for (const auto& [shape, sides] : shapes) {
    if (sides.size() > kMostSides) continue;
    if (pair_spawned(sides)) continue;
    for (const auto& [members, places] : sides) {
      const std::vector<std::uint32_t>* others = nullptr;
      bool is_sure = true;
      for (const auto& [other_members, other_places] : sides) {
        if (!are_apart(members, other_members)) continue;
        is_sure = others == nullptr;
        others = &other_places;
        if (!is_sure) break;
      }
      if (others == nullptr || !is_sure || others->size() != places.size()) continue;
      for (std::size_t k = 0; k < places.size(); ++k) pair(places[k], (*others)[k]);
    }
  }
}

// Worlds that the same processes spawned one after the other, each of as many ranks: the k-th spawn made the k-th
// world. False where it is not so.
bool Uniter::pair_spawned(const Sides& sides) {
  std::vector<std::uint32_t> spawned;
  const std::vector<std::uint32_t>* parents = nullptr;
  for (const auto& [members, places] : sides) {
    const Group& group = groups_[places.front()];
    if (is_way_to_parents(group.process, *group.local)) {
      spawned.insert(spawned.end(), places.begin(), places.end());
    } else if (group.local->origin == Origin::kOtherWorld && parents == nullptr) {
      parents = &places;
    } else {
      return false;
    }
  }
  if (parents == nullptr || parents->size() != spawned.size()) return false;
  const auto world = [this](std::uint32_t group) { return run_.processes[groups_[group].process].world; };
  std::sort(spawned.begin(), spawned.end(),
            [&](std::uint32_t one, std::uint32_t two) { return world(one) < world(two); });
  for (std::size_t k = 0; k < spawned.size(); ++k) pair((*parents)[k], spawned[k]);
  return true;
}

void Uniter::pair(std::uint32_t one, std::uint32_t two) {
  Group& first = groups_[std::min(one, two)];
  Group& second = groups_[std::max(one, two)];
  if (first.local->size != second.local->remote_size || first.local->remote_size != second.local->size) return;
  first.other_side = std::max(one, two);
  second.other_side = std::min(one, two);
  second.is_side_one = true;
}

// Two processes cannot be the same rank: where they say so, what they are in looks alike and is not the same.
void Uniter::part_impostors() {
  const std::size_t united = groups_.size();
  std::vector<std::map<std::int32_t, std::size_t>> holders(united);  // [group]: of each rank
  std::vector<bool> is_false(united);
  const auto for_each = [&](auto visit) {
    for (std::size_t process = 0; process < numbers_.size(); ++process) {
      for (auto& [id, group] : numbers_[process])
        if (group != kNone) visit(process, id, group);
    }
  };
  for_each([&](std::size_t process, std::uint32_t id, std::uint32_t& group) {
    const std::int32_t rank = run_.processes[process].communicators.at(id).rank;
    if (holders[group].try_emplace(rank, process).first->second != process) is_false[group] = true;
  });
  for (std::size_t i = 0; i < united; ++i) {
    if (groups_[i].other_side != kNone && is_false[i]) is_false[groups_[i].other_side] = true;
  }
  for_each([&](std::size_t process, std::uint32_t id, std::uint32_t& group) {
    if (!is_false[group]) return;
    Group& shared = groups_[group];
    const bool is_first = shared.process == process && shared.local->id == id;
    if (is_first) {
      shared.other_side = kNone;
      shared.is_side_one = false;
      return;
    }
    group = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({&run_.processes[process].communicators.at(id), process, {process}});
  });
}

std::string Uniter::name(const Group& group, std::size_t place) const {
  if (!group.local->name.empty()) return group.local->name;
  if (group.local->origin == Origin::kSelf) return "self";
  if (group.local->origin == Origin::kWorld) return place == 0 ? "world" : "world " + std::to_string(place + 1);
  return "comm " + std::to_string(place);
}

model::Communicators Uniter::collect() const {
  model::Communicators united;
  std::vector<std::uint32_t> place(groups_.size(), kNone);
  std::size_t worlds = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    if (group.is_side_one) continue;
    place[i] = static_cast<std::uint32_t>(united.all.size());
    model::Communicator& communicator = united.all.emplace_back();
    const bool is_other = group.local->origin != Origin::kWorld && group.local->origin != Origin::kSelf;
    communicator.name = name(group, group.local->origin == Origin::kWorld ? worlds++ : is_other ? ++others : 0);
    communicator.size = group.local->size;
    communicator.is_inter = group.local->remote_size != 0;
    communicator.is_world = group.local->origin == Origin::kWorld;
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].is_side_one) place[i] = place[groups_[i].other_side];
  }
  united.views.resize(run_.processes.size());
  for (std::size_t process = 0; process < run_.processes.size(); ++process) {
    for (const auto& [id, group] : numbers_[process]) {
      if (group == kNone) continue;
      const bool is_side_one = groups_[group].is_side_one;
      const std::int32_t rank = run_.processes[process].communicators.at(id).rank;
      model::Communicator& communicator = united.all[place[group]];
      (is_side_one ? communicator.other_members : communicator.members).add(rank, static_cast<std::int32_t>(process));
      united.views[process].add(id, {place[group], is_side_one});
    }
    united.views[process].sort();
  }
  for (model::Communicator& communicator : united.all) {
    communicator.members.sort();
    communicator.other_members.sort();
  }
  return united;
}

}  // namespace

model::Communicators unite_communicators(const model::Run& run) {
  return Uniter(run).unite();
}

}  // namespace mpitrace::merge
