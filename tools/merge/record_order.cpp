// SPDX-License-Identifier: BSD-3-Clause
#include "merge/record_order.h"

#include <algorithm>
#include <utility>

namespace mpitrace::merge {

RecordOrder::RecordOrder(std::vector<std::unique_ptr<model::RecordSource>> threads, By by)
    : threads_(std::move(threads)), by_(by), numbers_(threads_.size()) {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) step(thread);
}

void RecordOrder::step(std::uint32_t thread) {
  const model::Record* record = threads_[thread]->next();
  if (record == nullptr) return;
  heads_.push_back({by_ == By::kStart ? record->start : record->end, thread, record});
  if (heads_.size() > 1) std::push_heap(heads_.begin(), heads_.end(), is_later);
}

const model::Record* RecordOrder::next(model::Time limit) {
  // Only now may the thread of the last record go on: its record was valid until here.
  if (std::exchange(has_current_, false)) step(current_);
  if (heads_.empty() || heads_.front().when >= limit) return nullptr;
  const model::Record* record = heads_.front().record;
  current_ = heads_.front().thread;
  if (heads_.size() > 1) std::pop_heap(heads_.begin(), heads_.end(), is_later);
  heads_.pop_back();
  has_current_ = true;
  if (record->type != model::RecordType::kCompleted) ++numbers_[current_];
  return record;
}

}  // namespace mpitrace::merge
