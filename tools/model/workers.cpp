// SPDX-License-Identifier: BSD-3-Clause
#include "model/workers.h"

#include <sched.h>

namespace mpitrace::model {
namespace {

std::size_t usable_cpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  const int cpus = CPU_COUNT(&set);
  return cpus > 0 ? static_cast<std::size_t>(cpus) : 1;
}

}  // namespace

Workers::Workers(std::size_t count) {
  if (count == 0) count = usable_cpus();
  for (std::size_t i = 1; i < count; ++i) threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::take_pieces(std::unique_lock<std::mutex>& lock) {
  while (next_ < pieces_) {
    const std::size_t piece = next_++;
    ++running_;
    lock.unlock();
    (*work_)(piece);
    lock.lock();
    --running_;
  }
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || next_ < pieces_; });
    if (stopping_) return;
    take_pieces(lock);
    changed_.notify_all();
  }
}

void Workers::for_each(std::size_t pieces, const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  pieces_ = pieces;
  next_ = 0;
  if (pieces > 1) changed_.notify_all();
  take_pieces(lock);
  changed_.wait(lock, [this] { return running_ == 0; });
  pieces_ = 0;
}

}  // namespace mpitrace::model
