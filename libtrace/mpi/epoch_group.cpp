// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/epoch_group.h"

#include <algorithm>

#include "encode/varint.h"
#include "mpi/completions.h"
#include "mpi/function.h"
#include "record/control.h"

namespace mpitrace::mpi {

void EpochGroup::read(Word group, Word window) noexcept {
  int size = 0;
  if (ask(Function::kGroup_size, group, &size) != 0 || size <= 0) return;
  if (ask(Function::kWin_get_group, window, &window_group_) != 0) return;
  group_ = group;
  size_ = static_cast<std::size_t>(size);
}

std::size_t EpochGroup::inline_ranks() const noexcept {
  return std::min(size_, kInlineEntries);
}

void EpochGroup::fill(Call& call) const noexcept {
  call.set(format::Field::kRequests, static_cast<std::int64_t>(size_));
  call.set(format::Field::kListed, static_cast<std::int64_t>(inline_ranks()));
}

std::size_t EpochGroup::entries(std::size_t first, std::size_t end, std::uint64_t& expected,
                                std::uint64_t* values) const noexcept {
  const std::size_t count = std::min(end - first, kBatch);
  int in_group[kBatch];
  int in_window[kBatch];
  for (std::size_t i = 0; i < count; ++i) {
    in_group[i] = static_cast<int>(first + i);
    in_window[i] = kUndefined;
  }
  ask(Function::kGroup_translate_ranks, group_, static_cast<int>(count), in_group, load_handle(&window_group_),
      in_window);
  for (std::size_t i = 0; i < count; ++i) {
    const auto rank = static_cast<std::uint64_t>(in_window[i]);
    values[i] = encode::zigzag(static_cast<std::int64_t>(rank - expected)) << 2U;
    expected = rank + 1;
  }
  return count;
}

std::uint8_t* EpochGroup::put_entries(std::uint8_t* at) const noexcept {
  std::uint64_t expected = 0;
  for (std::size_t first = 0; first < inline_ranks();) {
    std::uint64_t values[kBatch];
    const std::size_t count = entries(first, inline_ranks(), expected, values);
    for (std::size_t i = 0; i < count; ++i) at = encode::put_varint(at, values[i]);
    first += count;
  }
  return at;
}

void EpochGroup::write_rest() const noexcept {
  std::uint64_t values[kBatch];
  std::uint64_t expected = 0;
  entries(kInlineEntries - 1, kInlineEntries, expected, values);  // what is expected behind the last one written
  for (std::size_t first = kInlineEntries; first < size_;) {
    const std::size_t count = entries(first, size_, expected, values);
    record::write_control(thread_, format::Control::kCompleted, values, count);
    if (thread_.slot->used_bytes >= thread_.limit_bytes) record::g_flush(thread_);
    first += count;
  }
}

void EpochGroup::finish() noexcept {
  if (size_ > kInlineEntries) write_rest();
  if (window_group_ != 0) ask(Function::kGroup_free, &window_group_);
}

}  // namespace mpitrace::mpi
