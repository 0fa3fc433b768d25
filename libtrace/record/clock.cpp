// SPDX-License-Identifier: BSD-3-Clause
#include "record/clock.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace mpitrace::record {

std::uint64_t g_deadline_ticks = ~std::uint64_t{0};
void (*g_at_deadline)(std::uint64_t now_ticks) noexcept = nullptr;
bool g_clock_is_tsc = false;

namespace {

std::uint64_t read_clock(clockid_t id) noexcept {
  timespec now{};
  clock_gettime(id, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

#if defined(__x86_64__)
bool kernel_keeps_time_by_tsc() noexcept {
  char name[16] = {};
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t size = read(file, name, sizeof name - 1);
  close(file);
  return size >= 3 && std::strncmp(name, "tsc", 3) == 0;
}

bool tsc_is_invariant() noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(0x8000'0007U, &eax, &ebx, &ecx, &edx) != 0 && (edx & (1U << 8U)) != 0;
}
#endif

}  // namespace

std::uint64_t monotonic_raw_ns() noexcept {
  return read_clock(CLOCK_MONOTONIC_RAW);
}

void start_clock() noexcept {
#if defined(__x86_64__)
  g_clock_is_tsc = tsc_is_invariant() && kernel_keeps_time_by_tsc();
#endif
}

std::uint64_t ticks_per_second() noexcept {
  if (!g_clock_is_tsc) return 1'000'000'000U;
  constexpr std::uint64_t kSpanNs = 200'000;
  const encode::AnchorTimes begin = take_anchor(8);
  while (monotonic_raw_ns() - begin.monotonic_raw_ns < kSpanNs) {
  }
  const encode::AnchorTimes end = take_anchor(8);
  return (end.ticks - begin.ticks) * 1'000'000'000U / (end.monotonic_raw_ns - begin.monotonic_raw_ns);
}

encode::AnchorTimes take_anchor(int tries) noexcept {
  encode::AnchorTimes best{};
  std::uint64_t narrowest = ~std::uint64_t{0};
  for (int i = 0; i < tries; ++i) {
    const std::uint64_t before = now_ticks();
    const std::uint64_t raw_ns = monotonic_raw_ns();
    const std::uint64_t after = now_ticks();
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    best = {before + narrowest / 2, raw_ns, 0};
  }
  // The wall clock needs no such care: it is good to milliseconds between machines at best.
  best.realtime_ns = read_clock(CLOCK_REALTIME) - (monotonic_raw_ns() - best.monotonic_raw_ns);
  return best;
}

}  // namespace mpitrace::record
