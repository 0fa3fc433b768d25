// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/completions.h"

#include <sys/mman.h>

#include <algorithm>

#include "encode/varint.h"
#include "record/control.h"

namespace mpitrace::mpi {

bool g_any_cancelled = false;
bool g_only_known_requests = false;

namespace {

// The varints of an entry; gives how many.
std::size_t entry_values(const Completion& completion, std::uint64_t expected, std::uint64_t* values) noexcept {
  const std::uint64_t step = encode::zigzag(static_cast<std::int64_t>(completion.id - expected));
  values[0] = step << 2U | (completion.cancelled ? 2U : 0U) | (completion.has_status ? 1U : 0U);
  if (!completion.has_status) return 1;
  values[1] = encode::zigzag(completion.source);
  values[2] = encode::zigzag(completion.tag);
  values[3] = static_cast<std::uint64_t>(completion.bytes);
  return 4;
}

}  // namespace

std::size_t Completions::make_room(std::size_t count) noexcept {
  auto* handles = static_cast<Word*>(record::scratch(thread_, record::kHandles, count * sizeof(Word)));
  auto* completions =
      static_cast<Completion*>(record::scratch(thread_, record::kCompletions, count * sizeof(Completion)));
  if (handles == nullptr || completions == nullptr)
    return kSmall;  // the rest will be found completed by nobody: unmatched
  handles_ = handles;
  completions_ = completions;
  return count;
}

bool Completions::any_receive() const noexcept {
  const Guarded guarded(g_requests_flag);
  for (std::size_t i = 0; i < kept_; ++i) {
    const RequestTable::Entry* entry = g_requests.find(handles_[i]);
    if (entry == nullptr) continue;
    // Several requests of one handle: any of them may be the one that completes.
    const Request& first = entry->request;
    if (first.next != 0 || (first.traits.active && first.traits.what >= RequestFor::kReceive)) return true;
  }
  return false;
}

Word Completions::own_statuses(std::size_t count) noexcept {
  return reinterpret_cast<Word>(record::scratch(thread_, record::kStatuses, count * kMaxStatusBytes));
}

void Completions::list(std::uint64_t id) noexcept {
  if (!irregular_) {
    irregular_ = true;
    for (std::size_t i = 0; i < completed_; ++i) completions_[i] = {first_id_ + i, 0, 0, 0, false, false};
  }
  completions_[completed_] = {id, 0, 0, 0, false, false};
}

// The entry of the request added last.
Completion& Completions::last_listed() noexcept {
  if (!irregular_) {
    --completed_;
    list(first_id_ + completed_);
    ++completed_;
  }
  return completions_[completed_ - 1];
}

void Completions::tell(const Received& received) noexcept {
  Completion& completion = last_listed();
  completion.cancelled = received.cancelled;
  if (received.cancelled) return;
  completion.has_status = true;
  completion.source = canonical_rank(received.source);
  completion.tag = canonical_tag(received.tag);
  completion.bytes = std::max<std::int64_t>(received.bytes, 0);
}

// A status of a file operation has no source and no tag.
void Completions::tell_read(const Received& received, std::int64_t room_bytes) noexcept {
  const std::int64_t bytes = std::max<std::int64_t>(received.bytes, 0);
  if (bytes != room_bytes) tell({g_abi.proc_null, g_abi.any_tag, bytes, false});
}

void Completions::tell_if_cancelled(Word status) noexcept {
  if (read_status(status).cancelled) last_listed().cancelled = true;
}

bool Completions::any_known() const noexcept {
  const Guarded guarded(g_requests_flag);
  for (std::size_t i = 0; i < kept_; ++i) {
    const RequestTable::Entry* entry = g_requests.find(handles_[i]);
    if (entry != nullptr && entry->request.traits.active) return true;
  }
  return false;
}

void Completions::add(std::uint64_t id) noexcept {
  if (completed_ == 0) first_id_ = id;
  if (irregular_ || id != first_id_ + completed_) list(id);
  ++completed_;
}

Completed Completions::complete_one(Word handle, Word status) noexcept {
  const Completed request = complete_request(handle);
  if (request.id == 0) return request;
  add(request.id);
  if (status == 0) return request;
  if (request.what == RequestFor::kReceive) {
    const Received received = read_status(status);
    const Wanted& wanted = request.wanted;
    if (received.cancelled || received.source != wanted.source || received.tag != wanted.tag ||
        received.bytes != wanted.room_bytes)
      tell(received);
  } else if (request.what == RequestFor::kFileRead) {
    tell_read(read_status(status), request.wanted.room_bytes);
  } else if (g_any_cancelled && request.what == RequestFor::kSend) {
    tell_if_cancelled(status);
  }
  return request;
}

void Completions::complete_others(std::size_t begin, std::size_t end, Word statuses) noexcept {
  const std::size_t status_bytes = statuses == 0 ? 0 : g_abi.status_bytes;
  for (std::size_t i = begin; i < end; ++i, statuses += status_bytes) complete_one(handles_[i], statuses);
}

void Completions::complete_taken(Word requests) noexcept {
  for (std::size_t i = 0; i < kept_; ++i) {
    if (handles_[i] == g_abi.request_null || load_handle(requests, i) != g_abi.request_null) continue;
    const Completed request = complete_one(handles_[i], 0);
    if (request.id != 0 && request.what == RequestFor::kFileRead)
      tell_read({}, request.wanted.room_bytes);  // it read nothing
  }
}

void Completions::start(std::size_t index) noexcept {
  const std::uint64_t id = start_request(handles_[index]);
  if (id != 0) add(id);
}

std::uint8_t* Completions::put_listed(std::uint8_t* at) const noexcept {
  std::uint64_t expected = completions_[0].id;
  for (std::size_t i = 0; i < inline_entries(); ++i) {
    std::uint64_t values[4];
    const std::size_t count = entry_values(completions_[i], expected, values);
    for (std::size_t k = 0; k < count; ++k) at = encode::put_varint(at, values[k]);
    expected = completions_[i].id + 1;
  }
  return at;
}

void Completions::write_listed_rest() const noexcept {
  constexpr std::size_t kEntriesARecord = 64;
  constexpr std::size_t kValuesAnEntry = 4;
  for (std::size_t i = kInlineEntries; i < completed_;) {
    std::uint64_t values[kEntriesARecord * kValuesAnEntry];
    std::size_t count = 0;
    const std::size_t end = std::min(completed_, i + kEntriesARecord);
    for (; i < end; ++i) count += entry_values(completions_[i], completions_[i - 1].id + 1, values + count);
    record::write_control(thread_, format::Control::kCompleted, values, count);
    if (thread_.slot->used_bytes >= thread_.limit_bytes) record::g_flush(thread_);
  }
}

}  // namespace mpitrace::mpi
