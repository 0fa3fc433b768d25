// SPDX-License-Identifier: BSD-3-Clause
#include "read/clock.h"

#include <algorithm>
#include <limits>

namespace mpitrace::read {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kSecondNs = 1'000'000'000;

// An anchor is read with some 20 ns of error. Closer than this, two of them would bend the clock by more than 2 parts
// in a million.
constexpr std::uint64_t kClosestAnchorsNs = 10'000'000;

std::uint64_t scaled(std::uint64_t ticks, std::uint64_t whole, std::uint64_t fraction) {
  return ticks * whole + static_cast<std::uint64_t>((static_cast<Wide>(ticks) * fraction) >> 64U);
}

// The anchors that can be used: in order, both clocks rising, not too close; the last one always stays.
std::vector<model::Anchor> usable(std::vector<model::Anchor> anchors) {
  std::sort(anchors.begin(), anchors.end(), [](const auto& a, const auto& b) { return a.ticks < b.ticks; });
  std::vector<model::Anchor> kept;
  for (const model::Anchor& anchor : anchors) {
    if (anchor.monotonic_raw_ns == 0) continue;
    if (!kept.empty() && (anchor.ticks <= kept.back().ticks || anchor.monotonic_raw_ns <= kept.back().monotonic_raw_ns))
      continue;
    const bool is_close =
        kept.size() > 1 && anchor.monotonic_raw_ns - kept[kept.size() - 2].monotonic_raw_ns < kClosestAnchorsNs;
    if (is_close) kept.pop_back();
    kept.push_back(anchor);
  }
  return kept;
}

}  // namespace

Clock::Stretch Clock::between(std::uint64_t from_ticks, std::uint64_t to_ticks, std::uint64_t from_ns,
                              std::uint64_t to_ns) {
  const std::uint64_t ticks = to_ticks - from_ticks;
  const std::uint64_t ns = to_ns - from_ns;
  Stretch stretch{from_ticks, ticks, static_cast<std::int64_t>(from_ns), ns / ticks, 0};
  // Rounded up, so that the end of a stretch is the start of the next and not a nanosecond before it.
  const Wide fraction = ((static_cast<Wide>(ns % ticks) << 64U) + ticks - 1) / ticks;
  stretch.fraction = static_cast<std::uint64_t>(std::min<Wide>(fraction, std::numeric_limits<std::uint64_t>::max()));
  return stretch;
}

Clock::Clock(std::vector<model::Anchor> anchors, model::ClockKind kind, std::uint64_t ticks_per_second,
             std::int64_t offset_ns) {
  anchors = usable(std::move(anchors));
  if (kind == model::ClockKind::kMonotonicRawNs || anchors.empty()) {
    stretches_.push_back({0, std::numeric_limits<std::uint64_t>::max(), 0, 1, 0});
  } else if (anchors.size() == 1) {
    const model::Anchor& only = anchors.front();
    Stretch stretch = between(0, ticks_per_second == 0 ? kSecondNs : ticks_per_second, 0, kSecondNs);
    stretch.begin_ticks = only.ticks;
    stretch.begin_ns = static_cast<std::int64_t>(only.monotonic_raw_ns);
    stretches_.push_back(stretch);
  }
  for (std::size_t i = 1; kind != model::ClockKind::kMonotonicRawNs && i < anchors.size(); ++i) {
    const model::Anchor& from = anchors[i - 1];
    const model::Anchor& to = anchors[i];
    stretches_.push_back(between(from.ticks, to.ticks, from.monotonic_raw_ns, to.monotonic_raw_ns));
  }
  shift(offset_ns);
}

void Clock::shift(std::int64_t offset_ns) {
  for (Stretch& stretch : stretches_) stretch.begin_ns = model::wrapping_add(stretch.begin_ns, offset_ns);
}

model::Time Clock::convert(const Stretch& stretch, std::uint64_t ticks) {
  const std::uint64_t passed = scaled(ticks - stretch.begin_ticks, stretch.whole, stretch.fraction);
  return {model::wrapping_add(stretch.begin_ns, static_cast<std::int64_t>(passed))};
}

model::Time Clock::find(std::uint64_t ticks) const {
  const auto after =
      std::upper_bound(stretches_.begin(), stretches_.end(), ticks,
                       [](std::uint64_t wanted, const Stretch& stretch) { return wanted < stretch.begin_ticks; });
  if (after == stretches_.begin()) {
    last_ = 0;
    const Stretch& first = stretches_.front();
    const std::uint64_t before = scaled(first.begin_ticks - ticks, first.whole, first.fraction);
    return {model::wrapping_subtract(first.begin_ns, static_cast<std::int64_t>(before))};
  }
  last_ = static_cast<std::size_t>(after - stretches_.begin()) - 1;
  return convert(stretches_[last_], ticks);
}

model::Duration Clock::length(std::uint64_t ticks) const {
  const Stretch& stretch = stretches_[last_];
  return {static_cast<std::int64_t>(scaled(ticks, stretch.whole, stretch.fraction))};
}

}  // namespace mpitrace::read
