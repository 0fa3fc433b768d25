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
[[gnu::visibility("hidden")]] extern bool g_any_cancelled;

// Set where point-to-point calls are not recorded: a wait for their requests is then of no interest either.
[[gnu::visibility("hidden")]] extern bool g_only_known_requests;

// Nothing that the call completes can be known: it costs the program two comparisons.
inline bool is_without_interest() noexcept {
  return g_only_known_requests && !g_any_request.load(std::memory_order_relaxed);
}

class Completions {
 public:
  explicit Completions(record::Thread& thread) noexcept : thread_(thread) {}

  // Before the call: keeps the handles of `count` requests.
  void keep_handles(Word requests, std::size_t count) noexcept {
    if (count > kSmall) [[unlikely]]
      count = make_room(count);
    kept_ = count;
    if (g_abi.handle_bytes == sizeof(Word)) {
      for (std::size_t i = 0; i < count; ++i) handles_[i] = reinterpret_cast<const Word*>(requests)[i];
    } else {
      for (std::size_t i = 0; i < count; ++i) handles_[i] = load_handle(requests, i);
    }
  }
  // Whether a status is worth having: some kept request is a receive.
  bool any_receive() const noexcept;
  bool any_known() const noexcept;
  // Statuses of our own, where the program ignores them. 0 without memory.
  Word own_statuses(std::size_t count) noexcept;

  // After the call: the requests from `begin` to `end` are complete. statuses: the address of the first one's, or 0
  // where nobody has any.
  [[gnu::always_inline]] void complete(std::size_t begin, std::size_t end, Word statuses) noexcept {
    if (completed_ == 0 && !g_many_threads && !g_any_cancelled) [[likely]]
      begin = complete_row(begin, end, statuses);
    if (begin != end) [[unlikely]]
      complete_others(begin, end, statuses);
  }
  // After an error only requests that MPI took away are complete.
  void complete_taken(Word requests) noexcept;
  void start(std::size_t index) noexcept;

  std::size_t kept() const noexcept { return kept_; }
  const Word* handles() const noexcept { return handles_; }
  bool owns(Word statuses) const noexcept {
    return statuses != 0 && statuses == reinterpret_cast<Word>(thread_.scratch[record::kStatuses].memory);
  }
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
  // The usual case with everything in registers: requests made one after the other, none of which has anything to tell.
  // Gives the index of the first that is not so. Moves `statuses` on to it.
  [[gnu::always_inline]] std::size_t complete_row(std::size_t begin, std::size_t end, Word& statuses) noexcept {
    const std::size_t status_bytes = statuses == 0 ? 0 : g_abi.status_bytes;
    std::uint64_t first = 0;
    std::size_t i = begin;
    for (; i < end; ++i, statuses += status_bytes) {
      RequestTable::Entry* entry = g_requests.find(handles_[i]);
      if (entry == nullptr || !entry->request.is_simple()) break;
      const Request& request = entry->request;
      if (i == begin) first = request.id;
      if (request.id != first + (i - begin)) break;
      if (request.traits.what >= RequestFor::kReceive && statuses != 0) {
        const Wanted& wanted = request.wanted;
        if (!says(statuses, wanted.source, wanted.tag, wanted.room_bytes)) break;
      }
      entry->request.id = 0;
    }
    first_id_ = first;
    completed_ = i - begin;
    return i;
  }
  void complete_others(std::size_t begin, std::size_t end, Word statuses) noexcept;
  Completed complete_one(Word handle, Word status) noexcept;
  // While ids come in a row and none has anything to tell, a count is all that is kept.
  void add(std::uint64_t id) noexcept;
  void list(std::uint64_t id) noexcept;
  Completion& last_listed() noexcept;
  void tell(const Received& received) noexcept;
  void tell_read(const Received& received, std::int64_t room_bytes) noexcept;
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
