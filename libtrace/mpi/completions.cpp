// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/completions.h"

#include <sys/mman.h>

#include <algorithm>

#include "encode/varint.h"
#include "mpi/requests.h"
#include "mpi/statuses.h"

namespace mpitrace::mpi {
namespace {

enum : std::size_t { kHandles = 0, kCompletions = 1, kStatuses = 2 };
static_assert(kStatuses < record::kScratches);

// A receive that got what it asked for needs no words.
bool is_as_asked(const Request& request, const Received& received) noexcept {
  return received.source == request.source && received.tag == request.tag && received.bytes == request.room_bytes;
}

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

void Completions::keep_handles(Word requests, std::size_t count) noexcept {
  if (count > kSmall) {
    auto* handles = static_cast<Word*>(record::scratch(thread_, kHandles, count * sizeof(Word)));
    auto* completions = static_cast<Completion*>(record::scratch(thread_, kCompletions, count * sizeof(Completion)));
    if (handles == nullptr || completions == nullptr) {
      count = kSmall;  // the rest will be found completed by nobody, and said to be unmatched
    } else {
      handles_ = handles;
      completions_ = completions;
    }
  }
  kept_ = count;
  for (std::size_t i = 0; i < count; ++i) handles_[i] = load_handle(requests, i);
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

void Completions::add(const Completion& completion) noexcept {
  const std::uint64_t expected = completed_ == 0 ? completion.id : completions_[completed_ - 1].id + 1;
  irregular_ = irregular_ || completion.has_status || completion.cancelled || completion.id != expected;
  completions_[completed_++] = completion;
}

void Completions::complete(std::size_t index, Word status) noexcept {
  const Request request = complete_request(handles_[index]);
  if (request.id == 0) return;
  Completion completion{request.id, 0, 0, 0, false, false};
  if (status != 0 && request.what != RequestFor::kOther) {
    const Received received = read_status(status);
    completion.cancelled = received.cancelled;
    if (request.what == RequestFor::kReceive && !received.cancelled && !is_as_asked(request, received)) {
      completion.has_status = true;
      completion.source = canonical_rank(received.source);
      completion.tag = canonical_tag(received.tag);
      completion.bytes = std::max<std::int64_t>(received.bytes, 0);
    }
  }
  add(completion);
}

bool Completions::was_taken(Word requests, std::size_t index) const noexcept {
  return handles_[index] != g_abi.request_null && load_handle(requests, index) == g_abi.request_null;
}

void Completions::start(std::size_t index) noexcept {
  const std::uint64_t id = start_request(handles_[index]);
  if (id != 0) add({id, 0, 0, 0, false, false});
}

void Completions::fill(Call& call) const noexcept {
  call.set(format::Field::kRequest, completed_ == 0 ? 0 : static_cast<std::int64_t>(completions_[0].id));
  call.set(format::Field::kRequests, static_cast<std::int64_t>(completed_));
  call.set(format::Field::kListed, irregular_ ? static_cast<std::int64_t>(std::min(completed_, kInlineEntries)) : 0);
}

std::uint8_t* Completions::put_entries(std::uint8_t* at) const noexcept {
  if (!irregular_) return at;
  std::uint64_t expected = completions_[0].id;
  for (std::size_t i = 0; i < std::min(completed_, kInlineEntries); ++i) {
    std::uint64_t values[4];
    const std::size_t count = entry_values(completions_[i], expected, values);
    for (std::size_t k = 0; k < count; ++k) at = encode::put_varint(at, values[k]);
    expected = completions_[i].id + 1;
  }
  return at;
}

void Completions::write_rest() const noexcept {
  constexpr std::size_t kEntriesARecord = 64;
  constexpr std::size_t kValuesAnEntry = 4;
  if (!irregular_) return;
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
