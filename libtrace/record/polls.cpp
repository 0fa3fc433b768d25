// SPDX-License-Identifier: BSD-3-Clause
#include "record/polls.h"

#include <atomic>

#include "record/context.h"
#include "record/control.h"

namespace mpitrace::record {
namespace {

// A longer pause between two polls ends the fold: the program computes there, and the timeline shall show it. 2^18
// ticks are about a tenth of a millisecond at the usual counter rates, so that polls cost at most some 100 kB of trace
// a second.
constexpr std::uint64_t kLongestGapTicks = 1U << 18U;

void end_fold(Thread& thread, Context& context) noexcept {
  write_polls(thread);
  if (thread.slot->used_bytes < thread.limit_bytes) return;
  g_flush(thread);
  define_context(thread, context);  // the new chunk does not know it yet
}

// The fold's entry of this context; null when it has none.
format::PolledContext* find_polled(format::PendingPolls& polls, const Context& context) noexcept {
  for (std::uint64_t i = 0; i < polls.contexts; ++i) {
    if (polls.polled[i].context == context.id) return &polls.polled[i];
  }
  return nullptr;
}

format::PolledContext* add_polled(format::PendingPolls& polls, const Context& context) noexcept {
  format::PolledContext& fresh = polls.polled[polls.contexts];
  fresh = {context.id, 0, 0};
  std::atomic_signal_fence(std::memory_order_release);
  ++polls.contexts;
  return &fresh;
}

}  // namespace

void count_poll(Thread& thread, Context& context, std::uint64_t start_ticks, std::uint64_t end_ticks) noexcept {
  if (thread.paused) return;
  format::LiveSlot& slot = *thread.slot;
  format::PendingPolls& polls = slot.polls;
  format::PolledContext* polled = find_polled(polls, context);
  const bool is_late = polls.contexts != 0 && start_ticks > polls.last_ticks + kLongestGapTicks;
  if (is_late || (polled == nullptr && polls.contexts == format::kMaxPolledContexts)) {
    end_fold(thread, context);
    polled = nullptr;
  }
  // Not before what is recorded already: to end the fold may have meant to write a chunk, after this poll had begun.
  const std::uint64_t before = polls.contexts != 0 ? polls.last_ticks : slot.end_ticks;
  if (start_ticks < before) [[unlikely]]
    start_ticks = before;
  // And never without duration: a reader knows a fold that a record holds already by its beginning before the record's
  // end.
  if (end_ticks <= start_ticks) [[unlikely]]
    end_ticks = start_ticks + 1;
  if (polls.contexts == 0) polls.first_ticks = polls.last_ticks = start_ticks;
  if (polled == nullptr) polled = add_polled(polls, context);
  ++polled->count;
  polled->busy_ticks += end_ticks - start_ticks;
  polls.last_ticks = end_ticks;
  ++slot.calls;
  ++context.calls;
  context.busy_ticks += end_ticks - start_ticks;
}

void write_polls(Thread& thread) noexcept {
  format::LiveSlot& slot = *thread.slot;
  format::PendingPolls& polls = slot.polls;
  if (polls.contexts == 0) return;
  std::uint64_t values[2 + 3 * format::kMaxPolledContexts];
  std::size_t count = 0;
  values[count++] = polls.first_ticks - slot.end_ticks;
  values[count++] = polls.last_ticks - polls.first_ticks;
  for (std::uint64_t i = 0; i < polls.contexts; ++i) {
    values[count++] = polls.polled[i].context;
    values[count++] = polls.polled[i].count;
    values[count++] = polls.polled[i].busy_ticks;
  }
  slot.end_ticks = polls.last_ticks;
  write_control(thread, format::Control::kPolls, values, count);
  // Killed here, the process leaves these polls in the fold and in a record: the reader sees that the fold begins
  // before the record's end.
  std::atomic_signal_fence(std::memory_order_release);
  polls.contexts = 0;
}

}  // namespace mpitrace::record
