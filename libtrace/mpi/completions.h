// SPDX-License-Identifier: BSD-3-Clause
// The requests that a call completes or starts: copied before the call (MPI overwrites the handles), told after it.
// Takes handles and statuses; gives the fields Request, Requests, Listed and the entries behind the record.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/abi.h"
#include "mpi/call.h"

namespace mpitrace::mpi {

inline constexpr std::size_t kInlineEntries = 256;  // more go into control records behind it

// One request that completed or started.
struct Completion {
  std::uint64_t id;
  std::int64_t source;  // canonical
  std::int64_t tag;
  std::int64_t bytes;
  bool has_status;
  bool cancelled;
};

class Completions {
 public:
  explicit Completions(record::Thread& thread) noexcept : thread_(thread) {}

  // Before the call: keeps the handles of `count` requests.
  void keep_handles(Word requests, std::size_t count) noexcept;
  // Whether a status is worth having: some kept request is a receive.
  bool any_receive() const noexcept;
  // Statuses of our own, where the program ignores them. 0 without memory.
  Word own_statuses(std::size_t count) noexcept;

  // After the call: the request at `index` is complete. status: address, or 0 where nobody has one.
  void complete(std::size_t index, Word status) noexcept;
  // After an error only requests that MPI took away are complete.
  bool was_taken(Word requests, std::size_t index) const noexcept;
  void start(std::size_t index) noexcept;

  Word handle(std::size_t index) const noexcept { return handles_[index]; }
  std::size_t kept() const noexcept { return kept_; }

  void fill(Call& call) const noexcept;
  bool is_listed() const noexcept { return irregular_; }
  std::uint8_t* put_entries(std::uint8_t* at) const noexcept;
  // Entries that did not fit behind the record.
  void write_rest() const noexcept;

 private:
  void add(const Completion& completion) noexcept;

  static constexpr std::size_t kSmall = 16;

  record::Thread& thread_;
  Word small_handles_[kSmall];
  Completion small_completions_[kSmall];
  Word* handles_ = small_handles_;
  Completion* completions_ = small_completions_;
  std::size_t kept_ = 0;
  std::size_t completed_ = 0;
  bool irregular_ = false;
};

}  // namespace mpitrace::mpi
