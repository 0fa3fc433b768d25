// SPDX-License-Identifier: BSD-3-Clause
// The receives of one process in posting order, and which message each one got: on every path the k-th send matches the
// k-th receive among those that resolved to it, in the order they were posted. Exact with wildcards and cancels, since
// a receive is numbered only when no earlier one can still turn out to belong to its path. Holds what is open, never
// what is settled.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "merge/open_map.h"
#include "merge/send_queue.h"
#include "model/call.h"

namespace mpitrace::merge {

// Where and when a receive was completed.
struct Place {
  std::uint64_t record = 0;  // number of the record; 0: nowhere that may be shown
  std::uint32_t thread = 0;
  model::Time start;
  model::Time end;
  std::uint64_t number = 0;  // of the record, among its thread's
  model::Time posted = {};   // when the receive was
};

struct PathState;

struct Receive {
  std::int64_t communicator = 0;  // local id
  std::int64_t source = 0;        // as given
  std::int64_t tag = 0;
  std::int64_t matched_source = 0;  // what it got, once `path` is known
  std::int64_t matched_tag = 0;
  std::uint64_t position = 0;       // in posting order
  std::uint64_t number = 0;         // k, as far as is known
  PathState* path = nullptr;        // once it is known
  std::size_t open_place = 0;       // in PathState::open
  const Receive* behind = nullptr;  // the earlier receive it waits for
  bool is_uncertain = false;
  bool is_given_up = false;
  model::Time posted;
  Place place;  // where it was done
};

// One path seen from its receiver.
struct PathState {
  Path path;
  SendQueue* queue = nullptr;  // once the sender has one
  std::uint64_t posted = 0;    // receives that belong to the path
  std::uint64_t settled = 0;
  std::vector<Receive*> open;  // posted and not settled, in any order
};

class Receives {
 public:
  // Where a resolved receive's messages come from: the path of (communicator, source, tag), or nullptr if nobody's
  // record has it.
  using FindPath = std::function<PathState*(std::int64_t communicator, std::int64_t source, std::int64_t tag)>;
  // Called once for each receive that got its number: the k-th message of `path` arrived at `place`.
  using Settle = std::function<void(PathState& path, std::uint64_t k, const Place& place)>;
  // Called for each receive that was done and has no path; the source and tag are those of the message where they are
  // known.
  using Miss =
      std::function<void(std::int64_t communicator, std::int64_t source, std::int64_t tag, const Place& place)>;

  Receives(FindPath find_path, Settle settle, Miss miss)
      : find_path_(std::move(find_path)), settle_(std::move(settle)), miss_(std::move(miss)) {}

  // A receive that was posted and completed at once.
  void receive(std::int64_t communicator, std::int64_t source, std::int64_t tag, std::int64_t matched_source,
               std::int64_t matched_tag, const Place& place);
  Receive* post(std::int64_t communicator, std::int64_t source, std::int64_t tag);
  // The receive got a message from here. It may still be on its way (a matched probe): done() says when it is there.
  void resolve(Receive& receive, std::int64_t source, std::int64_t tag);
  void done(Receive& receive, const Place& place);
  void cancel_called(Receive& receive);
  void cancelled(Receive& receive);
  // Its request was freed: nobody will ever say what became of it.
  void abandon(Receive& receive);
  // Settles what waits, as if the receives it waits for got nothing.
  void give_up_all();

  std::uint64_t undecided() const { return undecided_; }

 private:
  static bool is_wildcard(const Receive& receive) {
    return receive.source == model::kAnySource || receive.tag == model::kAnyTag;
  }
  void give_up(Receive& receive);
  const Receive* blocker(const Receive& receive) const;
  void settle_if_possible(Receive& receive);
  void make_uncertain(Receive& receive);
  void make_certain(Receive& receive);
  static void open(Receive& receive, PathState& path, std::uint64_t number);
  static void close(Receive& receive);
  void release(Receive& receive) { free_.push_back(&receive); }

  FindPath find_path_;
  Settle settle_;
  Miss miss_;
  std::deque<Receive> pool_;
  std::vector<Receive*> free_;
  std::vector<Receive*>
      uncertain_;  // wildcards that did not say yet what they got, and receives that may be cancelled; by position
  std::vector<Receive*> waiting_;  // done, but behind one of those; by position
  std::uint64_t position_ = 0;
  std::uint64_t undecided_ = 0;
};

}  // namespace mpitrace::merge
