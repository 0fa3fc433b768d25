// SPDX-License-Identifier: BSD-3-Clause
// The records of all threads of a process in the order of their starts or of their ends. A thread's own order is never
// changed. Records that overlap in time come in either order, which is all that MPI promises for them, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/call.h"

namespace mpitrace::merge {

class RecordOrder {
 public:
  enum class By { kStart, kEnd };

  RecordOrder(std::vector<std::unique_ptr<model::RecordSource>> threads, By by);

  // The next record whose start (or end) lies before `limit`, or nullptr. Valid until the next call.
  const model::Record* next(model::Time limit);
  // Of the record of the last call: its thread, and its number among that thread's. Further requests of a call count
  // as the call.
  std::uint32_t thread() const { return current_; }
  std::uint64_t number() const { return numbers_[current_] - 1; }
  bool is_exhausted() const { return !has_current_ && heads_.empty(); }

 private:
  struct Head {
    model::Time when;
    std::uint32_t thread = 0;
    const model::Record* record = nullptr;
  };
  static bool is_later(const Head& a, const Head& b) {
    return a.when != b.when ? a.when > b.when : a.thread > b.thread;
  }
  void step(std::uint32_t thread);

  std::vector<std::unique_ptr<model::RecordSource>> threads_;
  By by_;
  std::vector<Head> heads_;             // a heap, earliest first
  std::vector<std::uint64_t> numbers_;  // records so far, by thread
  std::uint32_t current_ = 0;
  bool has_current_ = false;
};

}  // namespace mpitrace::merge
