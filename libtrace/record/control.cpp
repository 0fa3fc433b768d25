// SPDX-License-Identifier: BSD-3-Clause
#include "record/control.h"

#include <algorithm>

#include "record/clock.h"
#include "record/polls.h"

namespace mpitrace::record {

void write_control(Thread& thread, format::Control type, const std::uint64_t* values, std::size_t count) noexcept {
  append_control(thread, type, count, [&](std::uint8_t* at) {
    for (std::size_t i = 0; i < count; ++i) at = encode::put_varint(at, values[i]);
    return at;
  });
}

void write_moment(Thread& thread, format::Control type, std::initializer_list<std::uint64_t> more) noexcept {
  format::LiveSlot& slot = *thread.slot;
  write_polls(thread);
  const std::uint64_t now = std::max(now_ticks(), slot.end_ticks);
  const std::uint64_t gap = now - slot.end_ticks;
  slot.end_ticks = now;
  append_control(thread, type, 1 + more.size(), [&](std::uint8_t* at) {
    at = encode::put_varint(at, gap);
    for (const std::uint64_t value : more) at = encode::put_varint(at, value);
    return at;
  });
  if (slot.used_bytes >= thread.limit_bytes) g_flush(thread);
}

void write_own_work(Thread& thread, format::OwnWork work, std::uint64_t start_ticks) noexcept {
  format::LiveSlot& slot = *thread.slot;
  write_polls(thread);
  const std::uint64_t end_ticks = now_ticks();
  if (start_ticks < slot.end_ticks || end_ticks < start_ticks) return;
  const auto what = static_cast<std::uint64_t>(work);
  if (work != format::OwnWork::kFlush) write_control(thread, format::Control::kOwnWork, &what, 1);
  const std::uint64_t values[] = {start_ticks - slot.end_ticks, end_ticks - start_ticks};
  slot.end_ticks = end_ticks;
  write_control(thread, format::Control::kFlush, values, 2);
}

}  // namespace mpitrace::record
