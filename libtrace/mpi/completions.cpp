// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/completions.h"

#include <sys/mman.h>

#include <algorithm>

#include "encode/varint.h"

namespace mpitrace::mpi {

bool g_any_cancelled = false;
bool g_only_known_requests = false;

namespace {

enum : std::size_t { kHandles = 0, kCompletions = 1, kStatuses = 2 };
static_assert(kStatuses < record::kScratches);

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
  auto* handles = static_cast<Word*>(record::scratch(thread_, kHandles, count * sizeof(Word)));
  auto* completions = static_cast<Completion*>(record::scratch(thread_, kCompletions, count * sizeof(Completion)));
  if (handles == nullptr || completions == nullptr)
    return kSmall;  // the rest will be found completed by nobody: unmatched
  handles_ = handles;
  completions_ = completions;
  return count;
}

bool Completions::any_receive() const noexcept {
  for (std::size_t i = 0; i < kept_; ++i) {
    if (peek_request(handles_[i]).what == RequestFor::kReceive) return true;
  }
  return false;
}

Word Completions::own_statuses(std::size_t count) noexcept {
  return reinterpret_cast<Word>(record::scratch(thread_, kStatuses, count * kMaxStatusBytes));
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

void Completions::tell_if_cancelled(Word status) noexcept {
  if (read_status(status).cancelled) last_listed().cancelled = true;
}

bool Completions::any_known() const noexcept {
  for (std::size_t i = 0; i < kept_; ++i) {
    if (peek_request(handles_[i]).id != 0) return true;
  }
  return false;
}

bool Completions::was_taken(Word requests, std::size_t index) const noexcept {
  return handles_[index] != g_abi.request_null && load_handle(requests, index) == g_abi.request_null;
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
