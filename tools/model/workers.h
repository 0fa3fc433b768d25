// SPDX-License-Identifier: BSD-3-Clause
// Some threads that share out numbered pieces of work. Takes how many and what to do; which thread does which piece is
// left open, so a piece must not depend on another of the same call.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mpitrace::model {

class Workers {
 public:
  // `count` includes the calling thread; 0 means as many as there are CPUs for us.
  explicit Workers(std::size_t count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return threads_.size() + 1; }
  // Calls work(0) ... work(pieces - 1), each once and in this order of starting; returns when all are done.
  void for_each(std::size_t pieces, const std::function<void(std::size_t)>& work);

 private:
  void serve();
  void take_pieces(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::size_t pieces_ = 0;
  std::size_t next_ = 0;
  std::size_t running_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mpitrace::model
