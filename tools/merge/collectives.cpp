// SPDX-License-Identifier: BSD-3-Clause
#include "merge/collectives.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <unordered_map>

namespace mpitrace::merge {
namespace {

using model::Field;
using model::Record;

// An operation that a member never comes to is kept, since it may come yet; when a part holds this many, those that all
// who came have left are given up.
constexpr std::size_t kMostOpen = 1U << 14U;
constexpr std::size_t kMostMismatches = 16;  // told of a part

std::uint64_t members(const model::Communicator& communicator) {
  return communicator.members.size() + communicator.other_members.size();
}

}  // namespace

Collectives::Collectives(const model::Run& run, const model::Communicators& communicators)
    : communicators_(communicators), keys_(run, communicators) {
  std::unordered_map<std::string, std::uint32_t> functions;
  for (const model::Process& process : run.processes) {
    std::vector<SiteFacts>& sites = sites_.emplace_back();
    for (const model::Site& site : process.sites) {
      const std::string& name = process.functions[site.function].name;
      const auto number = functions.try_emplace(name, static_cast<std::uint32_t>(functions.size())).first->second;
      sites.push_back({number, collective_rule(name)});
    }
  }
}

void Collectives::note(std::size_t process, const Record& record, Arrivals& arrivals) const {
  if (sites_[process].size() <= record.site || sites_[process][record.site].rule == CollectiveRule::kNone) return;
  const auto key = keys_.key_of(process, record);
  if (!key) return;
  Arrival arrival{*key, record.start, record.site, static_cast<std::int32_t>(process), model::kNoProcess, record.shown};
  // In an intercommunicator the root is another number on each side.
  if (has_root(sites_[process][record.site].rule) && !communicator_of(*key).is_inter)
    arrival.root = communicators_.peer(process, record[Field::kCommunicator], record[Field::kPeer]);
  arrivals[part_of(*key)].push_back(arrival);
}

void Collectives::take(std::size_t number, Arrivals& arrivals) {
  Part& part = parts_[number];
  for (const Arrival& arrival : arrivals[number]) arrive(part, arrival);
  arrivals[number].clear();
  if (part.operations.size() > kMostOpen + 2 * part.open_after_bound) bound(part);
}

void Collectives::arrive(Part& part, const Arrival& arrival) {
  Operation& operation = part.operations[arrival.key];
  const SiteFacts& site = sites_[static_cast<std::size_t>(arrival.process)][arrival.site];
  const model::CollectiveCall call{arrival.process, arrival.site};
  ++part.counts.calls;
  if (operation.arrived++ == 0) {
    ++part.counts.operations;
    operation.first_call = call;
    operation.function = site.function;
    operation.root = arrival.root;
  } else if (!operation.is_mismatched && (operation.function != site.function || operation.root != arrival.root)) {
    operation.is_mismatched = true;
    ++part.counts.mismatched;
    if (part.counts.mismatches.size() < kMostMismatches)
      part.counts.mismatches.push_back({keys_.communicator_of(arrival.key), arrival.key.sequence, operation.first_call,
                                        call, operation.function == site.function});
  }
  if (!arrival.is_timed) return;
  operation.first = std::min(operation.first, arrival.start);
  if (arrival.process == arrival.root) operation.root_start = arrival.start;
  const bool is_later =
      arrival.start > operation.last || (arrival.start == operation.last && arrival.process < operation.last_process);
  if (!is_later) return;
  operation.last = arrival.start;
  operation.last_process = arrival.process;
}

model::Awaited Collectives::leave(std::size_t process, const Record& record, Done& done) {
  if (sites_[process].size() <= record.site) return {};
  const SiteFacts& site = sites_[process][record.site];
  if (site.rule == CollectiveRule::kNone) return {};
  const auto key = keys_.key_of(process, record);
  if (!key) return {};
  const std::size_t part = part_of(*key);
  Operation* operation = parts_[part].operations.find(*key);
  if (operation == nullptr) return {};  // given up
  const std::uint32_t left = std::atomic_ref(operation->left).fetch_add(1, std::memory_order_relaxed) + 1;
  const model::Communicator& communicator = communicator_of(*key);
  if (left == members(communicator)) done[part].push_back(*key);
  if (operation->is_mismatched || communicator.is_inter) return {};
  return awaited(site.rule, static_cast<std::int32_t>(process), *operation);
}

model::Awaited Collectives::awaited(CollectiveRule rule, std::int32_t self, const Operation& operation) {
  using model::WaitCause;
  const model::Awaited for_last{WaitCause::kNone, operation.last_process, operation.last};
  const auto because = [](WaitCause cause, model::Awaited awaited) {
    awaited.cause = awaited.process == model::kNoProcess ? WaitCause::kNone : cause;
    return awaited;
  };
  if (rule == CollectiveRule::kAllForRoot && operation.root != self && operation.root_start != model::kEarliest)
    return because(WaitCause::kLateBroadcast, {WaitCause::kNone, operation.root, operation.root_start});
  if (operation.last_process == self) return {};
  if (rule == CollectiveRule::kBarrier) return because(WaitCause::kWaitAtBarrier, for_last);
  if (rule == CollectiveRule::kAllForAll) return because(WaitCause::kWaitAtNxN, for_last);
  if (rule == CollectiveRule::kRootForAll && operation.root == self) return because(WaitCause::kEarlyReduce, for_last);
  return {};
}

void Collectives::drop(std::size_t number, Done& done) {
  Part& part = parts_[number];
  for (const CollectiveKey& key : done[number]) {
    if (const Operation* operation = part.operations.find(key)) end(part, key, *operation);
    part.operations.erase(key);
  }
  done[number].clear();
}

void Collectives::end(Part& part, const CollectiveKey& key, const Operation& operation) const {
  if (operation.arrived < members(communicator_of(key))) ++part.counts.incomplete;
}

void Collectives::bound(Part& part) const {
  part.operations.erase_if([&](const CollectiveKey& key, const Operation& operation) {
    const bool is_left = operation.left == operation.arrived;
    if (is_left) end(part, key, operation);
    return is_left;
  });
  part.open_after_bound = part.operations.size();
}

const model::Communicator& Collectives::communicator_of(const CollectiveKey& key) const {
  return communicators_.all[keys_.communicator_of(key)];
}

std::size_t Collectives::open() const {
  std::size_t all = 0;
  for (const Part& part : parts_) all += part.operations.size();
  return all;
}

model::CollectiveCounts Collectives::count() {
  model::CollectiveCounts all;
  for (Part& part : parts_) {
    part.operations.for_each([&](const CollectiveKey& key, const Operation& operation) { end(part, key, operation); });
    all.calls += part.counts.calls;
    all.operations += part.counts.operations;
    all.incomplete += part.counts.incomplete;
    all.mismatched += part.counts.mismatched;
    all.mismatches.insert(all.mismatches.end(), part.counts.mismatches.begin(), part.counts.mismatches.end());
  }
  std::sort(all.mismatches.begin(), all.mismatches.end(), [](const auto& a, const auto& b) {
    return a.communicator != b.communicator ? a.communicator < b.communicator : a.sequence < b.sequence;
  });
  if (all.mismatches.size() > kMostMismatches) all.mismatches.resize(kMostMismatches);
  return all;
}

}  // namespace mpitrace::merge
