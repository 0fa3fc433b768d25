// SPDX-License-Identifier: BSD-3-Clause
// The messages of one path (communicator, sender, receiver, tag) that were sent and not yet matched, in the order of
// their sends. Filled by the sender while slices advance, emptied by the receiver in between; never both at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "merge/open_map.h"
#include "model/time.h"

namespace mpitrace::merge {

struct Path {
  std::uint32_t communicator = 0;  // of the run
  std::int32_t sender = -1;        // processes
  std::int32_t receiver = -1;
  std::int64_t tag = 0;
  friend bool operator==(const Path&, const Path&) = default;
  friend std::uint64_t hash_of(const Path& path) {
    const std::uint64_t ends = static_cast<std::uint64_t>(static_cast<std::uint32_t>(path.sender)) << 32U |
                               static_cast<std::uint32_t>(path.receiver);
    return mix(mix(ends) + static_cast<std::uint64_t>(path.tag) +
               (static_cast<std::uint64_t>(path.communicator) << 40U));
  }
};

struct Sent {
  model::Time start;
  std::uint64_t flow = 0;
  bool shown = true;
  bool taken = false;
  std::uint32_t thread = 0;
  model::Time end;
  std::uint64_t number = 0;  // of the record, among its thread's
  std::int64_t bytes = 0;
};

class SendQueue {
 public:
  void push(const Sent& sent) { waiting_.push_back(sent); }
  // The k-th message of the path, from 0, if it has been sent.
  std::optional<Sent> take(std::uint64_t k) {
    if (k < first_ || k >= sent()) return std::nullopt;
    Sent& sent = waiting_[head_ + (k - first_)];
    if (sent.taken) return std::nullopt;
    sent.taken = true;
    const Sent taken = sent;
    ++taken_;
    drop_taken();
    return taken;
  }
  std::uint64_t sent() const { return first_ + (waiting_.size() - head_); }
  std::uint64_t unmatched() const { return sent() - taken_; }
  void for_each_unmatched(const auto& visit) const {
    for (std::size_t i = head_; i < waiting_.size(); ++i) {
      if (!waiting_[i].taken) visit(waiting_[i]);
    }
  }

  bool is_retired = false;  // by the receiver: all matched, both sides may start to count from 0 again

 private:
  void drop_taken() {
    for (; head_ < waiting_.size() && waiting_[head_].taken; ++head_) ++first_;
    if (head_ == waiting_.size()) {
      waiting_.clear();
      head_ = 0;
    } else if (head_ > 64 && head_ * 2 > waiting_.size()) {
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
  }

  std::vector<Sent> waiting_;  // from head_ on
  std::size_t head_ = 0;
  std::uint64_t first_ = 0;  // the number of waiting_[head_]
  std::uint64_t taken_ = 0;
};

}  // namespace mpitrace::merge
