// SPDX-License-Identifier: BSD-3-Clause
#include "merge/receives.h"

#include <algorithm>

namespace mpitrace::merge {
namespace {

// Open wildcard receives, and receives that wait for one. A program has a few; beyond this the oldest is given up and
// counted.
constexpr std::size_t kMostOpen = 4096;

bool is_before(const Receive* a, const Receive* b) {
  return a->position < b->position;
}

}  // namespace

void Receives::receive(std::int64_t communicator, std::int64_t source, std::int64_t tag, std::int64_t matched_source,
                       std::int64_t matched_tag, const Place& place) {
  if (uncertain_.empty()) {
    PathState* path = find_path_(communicator, matched_source, matched_tag);
    if (path == nullptr) return miss_(communicator, matched_source, matched_tag, place);
    ++position_;
    settle_(*path, path->posted++, place);
    ++path->settled;
    return;
  }
  Receive* posted = post(communicator, source, tag);
  resolve(*posted, matched_source, matched_tag);
  done(*posted, place);
}

Receive* Receives::post(std::int64_t communicator, std::int64_t source, std::int64_t tag) {
  if (free_.empty()) free_.push_back(&pool_.emplace_back());
  Receive* receive = free_.back();
  free_.pop_back();
  *receive = {};
  receive->communicator = communicator;
  receive->source = source;
  receive->tag = tag;
  receive->matched_source = source;
  receive->matched_tag = tag;
  receive->position = ++position_;
  if (is_wildcard(*receive)) {
    make_uncertain(*receive);
  } else if (PathState* path = find_path_(communicator, source, tag)) {
    open(*receive, *path, path->posted);
  }
  return receive;
}

void Receives::open(Receive& receive, PathState& path, std::uint64_t number) {
  receive.path = &path;
  receive.number = number;
  receive.open_place = path.open.size();
  path.open.push_back(&receive);
  ++path.posted;
}

void Receives::close(Receive& receive) {
  std::vector<Receive*>& open = receive.path->open;
  open[receive.open_place] = open.back();
  open[receive.open_place]->open_place = receive.open_place;
  open.pop_back();
}

// A wildcard receive takes its place among those of its path: all that were posted after it move on by one.
void Receives::resolve(Receive& receive, std::int64_t source, std::int64_t tag) {
  if (!is_wildcard(receive) || receive.path != nullptr || receive.is_given_up) return;
  receive.matched_source = source;
  receive.matched_tag = tag;
  if (PathState* path = find_path_(receive.communicator, source, tag)) {
    std::uint64_t later = 0;
    for (Receive* other : path->open) {
      if (other->position < receive.position) continue;
      ++other->number;
      ++later;
    }
    open(receive, *path, path->posted - later);
  }
  make_certain(receive);
}

void Receives::done(Receive& receive, const Place& place) {
  receive.place = place;
  make_certain(receive);  // if it was to be cancelled, that came too late
  if (receive.path == nullptr) {
    miss_(receive.communicator, receive.matched_source, receive.matched_tag, place);
    release(receive);  // from a rank whose record was not read
  } else {
    settle_if_possible(receive);
  }
}

const Receive* Receives::blocker(const Receive& receive) const {
  for (const Receive* open : uncertain_) {
    if (open->position > receive.position) break;
    if (open->communicator == receive.communicator &&
        (open->source == model::kAnySource || open->source == receive.matched_source) &&
        (open->tag == model::kAnyTag || open->tag == receive.matched_tag))
      return open;
  }
  return nullptr;
}

void Receives::settle_if_possible(Receive& receive) {
  receive.behind = blocker(receive);
  if (receive.behind == nullptr) {
    close(receive);
    settle_(*receive.path, receive.number, receive.place);
    ++receive.path->settled;
    release(receive);
    return;
  }
  waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), &receive, is_before), &receive);
  if (waiting_.size() > kMostOpen) give_up(*uncertain_.front());
}

void Receives::make_uncertain(Receive& receive) {
  receive.is_uncertain = true;
  uncertain_.insert(std::upper_bound(uncertain_.begin(), uncertain_.end(), &receive, is_before), &receive);
  if (uncertain_.size() > kMostOpen) give_up(*uncertain_.front());
}

void Receives::make_certain(Receive& receive) {
  if (!receive.is_uncertain) return;
  receive.is_uncertain = false;
  uncertain_.erase(std::lower_bound(uncertain_.begin(), uncertain_.end(), &receive, is_before));
  std::vector<Receive*> freed;
  std::erase_if(waiting_, [&](Receive* waiting) {
    if (waiting->behind != &receive) return false;
    freed.push_back(waiting);
    return true;
  });
  for (Receive* waiting : freed) settle_if_possible(*waiting);
}

void Receives::cancel_called(Receive& receive) {
  if (!receive.is_uncertain && !is_wildcard(receive) && receive.path != nullptr) make_uncertain(receive);
}

void Receives::cancelled(Receive& receive) {
  if (receive.path != nullptr) {
    for (Receive* other : receive.path->open) {
      if (other->position > receive.position) --other->number;
    }
    close(receive);
    --receive.path->posted;
  }
  make_certain(receive);
  release(receive);
}

void Receives::give_up(Receive& receive) {
  if (is_wildcard(receive)) {
    receive.is_given_up = true;
    ++undecided_;
  }
  make_certain(receive);
}

void Receives::abandon(Receive& receive) {
  if (is_wildcard(receive) && receive.path == nullptr) {
    if (!receive.is_given_up) give_up(receive);
    release(receive);
  } else {
    done(receive, {});  // it gets its message, wherever the program looks for that
  }
}

void Receives::give_up_all() {
  while (!uncertain_.empty()) give_up(*uncertain_.front());
}

}  // namespace mpitrace::merge
