// SPDX-License-Identifier: BSD-3-Clause
// The requests that a call completes or starts: copied before the call (MPI overwrites the handles), told after it.
// Takes handles and statuses; gives the fields Request, Requests, Listed and the entries behind the record.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/abi.h"
#include "mpi/call.h"
#include "mpi/requests.h"
#include "mpi/statuses.h"

namespace mpitrace::mpi {

inline constexpr std::size_t kInlineEntries = 256;  // more go into control records behind it

// One request that completed or started, where the row of them is irregular.
struct Completion {
  std::uint64_t id;
  std::int64_t source;  // canonical; this and the next two only where has_status
  std::int64_t tag;
  std::int64_t bytes;
  bool has_status;
  bool cancelled;
};

// Set by the first MPI_Cancel: until then no status of a send is read.
extern bool g_any_cancelled;

// Set where point-to-point calls are not recorded: a wait for their requests is then of no interest either.
extern bool g_only_known_requests;

class Completions {
 public:
  explicit Completions(record::Thread& thread) noexcept : thread_(thread) {}

  // Before the call: keeps the handles of `count` requests.
  void keep_handles(Word requests, std::size_t count) noexcept {
    if (count > kSmall) [[unlikely]]
      count = make_room(count);
    kept_ = count;
    for (std::size_t i = 0; i < count; ++i) handles_[i] = load_handle(requests, i);
  }
  // Whether a status is worth having: some kept request is a receive.
  bool any_receive() const noexcept;
  bool any_known() const noexcept;
  // Statuses of our own, where the program ignores them. 0 without memory.
  Word own_statuses(std::size_t count) noexcept;

  // After the call: the request at `index` is complete. status: address, or 0 where nobody has one.
  [[gnu::always_inline]] void complete(std::size_t index, Word status) noexcept {
    const Completed request = complete_request(handles_[index]);
    if (request.id == 0) return;
    add(request.id);
    if (status == 0) return;
    if (request.what == RequestFor::kReceive) {
      const Received received = read_status(status);
      const Wanted& wanted = request.wanted;
      if (!received.cancelled && received.source == wanted.source && received.tag == wanted.tag &&
          received.bytes == wanted.room_bytes) [[likely]]
        return;
      tell(received);
    } else if (g_any_cancelled && request.what == RequestFor::kSend) {
      tell_if_cancelled(status);
    }
  }
  // After an error only requests that MPI took away are complete.
  bool was_taken(Word requests, std::size_t index) const noexcept;
  void start(std::size_t index) noexcept;

  std::size_t kept() const noexcept { return kept_; }
  bool is_of_interest() const noexcept { return completed_ != 0 || !g_only_known_requests; }

  void fill(Call& call) const noexcept {
    call.set(format::Field::kRequest, static_cast<std::int64_t>(first_id_));
    call.set(format::Field::kRequests, static_cast<std::int64_t>(completed_));
    call.set(format::Field::kListed, irregular_ ? static_cast<std::int64_t>(inline_entries()) : 0);
  }
  std::uint8_t* put_entries(std::uint8_t* at) const noexcept {
    if (irregular_) [[unlikely]]
      return put_listed(at);
    return at;
  }
  // Entries that did not fit behind the record.
  void write_rest() const noexcept {
    if (irregular_ && completed_ > kInlineEntries) [[unlikely]]
      write_listed_rest();
  }

 private:
  static constexpr std::size_t kSmall = 16;

  std::size_t make_room(std::size_t count) noexcept;
  std::size_t inline_entries() const noexcept { return completed_ < kInlineEntries ? completed_ : kInlineEntries; }
  // While ids come in a row and none has anything to tell, a count is all that is kept.
  void add(std::uint64_t id) noexcept {
    if (completed_ == 0) first_id_ = id;
    if (irregular_ || id != first_id_ + completed_) [[unlikely]]
      list(id);
    ++completed_;
  }
  void list(std::uint64_t id) noexcept;
  Completion& last_listed() noexcept;
  void tell(const Received& received) noexcept;
  void tell_if_cancelled(Word status) noexcept;
  std::uint8_t* put_listed(std::uint8_t* at) const noexcept;
  void write_listed_rest() const noexcept;

  record::Thread& thread_;
  Word small_handles_[kSmall];
  Completion small_completions_[kSmall];
  Word* handles_ = small_handles_;
  Completion* completions_ = small_completions_;
  std::size_t kept_ = 0;
  std::size_t completed_ = 0;
  std::uint64_t first_id_ = 0;
  bool irregular_ = false;  // completions_ holds all so far: the ids are not in a row, or one has a status to tell
};

}  // namespace mpitrace::mpi
