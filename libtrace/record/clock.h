// SPDX-License-Identifier: BSD-3-Clause
// The recorder's clock: raw ticks on the hot path, anchors that tie them to the system's clocks. Never calls a kernel
// on the hot path while the time stamp counter can be trusted.
#pragma once

#include <cstdint>

#include "encode/chunk_builder.h"

namespace mpitrace::record {

[[gnu::visibility("hidden")]] extern bool g_clock_is_tsc;

std::uint64_t monotonic_raw_ns() noexcept;

// Chooses the clock. The counter is taken only where the kernel itself keeps time by it and it runs at one rate.
void start_clock() noexcept;

// Measured over a fifth of a millisecond: good to some parts per million, until two anchors say it better.
std::uint64_t ticks_per_second() noexcept;

// When the session wants to be called next, by the first thread that ends a call then.
[[gnu::visibility("hidden")]] extern std::uint64_t g_deadline_ticks;
extern void (*g_at_deadline)(std::uint64_t now_ticks) noexcept;

inline std::uint64_t now_ticks() noexcept {
#if defined(__x86_64__)
  if (g_clock_is_tsc) [[likely]]
    return __builtin_ia32_rdtsc();
#endif
  return monotonic_raw_ns();
}

// The same where nothing before it may be late and nothing after it early, as with messages to and from another clock.
inline std::uint64_t fenced_ticks() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#endif
  return now_ticks();
}

// One moment on all clocks: the narrowest of a few brackets.
encode::AnchorTimes take_anchor(int tries) noexcept;

}  // namespace mpitrace::record
