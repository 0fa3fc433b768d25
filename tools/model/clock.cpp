// SPDX-License-Identifier: BSD-3-Clause
#include "model/clock.h"

#include <algorithm>
#include <limits>

namespace mpitrace::model {
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
std::vector<Anchor> usable(std::vector<Anchor> anchors) {
  std::sort(anchors.begin(), anchors.end(), [](const auto& a, const auto& b) { return a.ticks < b.ticks; });
  std::vector<Anchor> kept;
  for (const Anchor& anchor : anchors) {
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

Clock::Clock(std::vector<Anchor> anchors, ClockKind kind, std::uint64_t ticks_per_second) {
  anchors = usable(std::move(anchors));
  if (kind == ClockKind::kMonotonicRawNs || anchors.empty()) {
    stretches_.push_back({0, std::numeric_limits<std::uint64_t>::max(), 0, 1, 0});
  } else if (anchors.size() == 1) {
    const Anchor& only = anchors.front();
    Stretch stretch = between(0, ticks_per_second == 0 ? kSecondNs : ticks_per_second, 0, kSecondNs);
    stretch.begin_ticks = only.ticks;
    stretch.begin_ns = static_cast<std::int64_t>(only.monotonic_raw_ns);
    stretches_.push_back(stretch);
  }
  for (std::size_t i = 1; kind != ClockKind::kMonotonicRawNs && i < anchors.size(); ++i) {
    const Anchor& from = anchors[i - 1];
    const Anchor& to = anchors[i];
    stretches_.push_back(between(from.ticks, to.ticks, from.monotonic_raw_ns, to.monotonic_raw_ns));
  }
}

void Clock::shift(Duration by) {
  for (Stretch& stretch : stretches_) stretch.begin_ns = wrapping_add(stretch.begin_ns, by.ns);
}

std::uint64_t Clock::ticks_at(Time when) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), when.ns,
                                      [](std::int64_t wanted, const Stretch& s) { return wanted < s.begin_ns; });
  const bool is_before = after == stretches_.begin();
  const Stretch& stretch = is_before ? *after : *(after - 1);
  const Wide rate = (static_cast<Wide>(stretch.whole) << 64U) | stretch.fraction;
  if (rate == 0) return stretch.begin_ticks;
  const auto away = static_cast<std::uint64_t>(is_before ? wrapping_subtract(stretch.begin_ns, when.ns)
                                                         : wrapping_subtract(when.ns, stretch.begin_ns));
  const Wide ticks = (static_cast<Wide>(away) << 64U) / rate;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (is_before) return ticks < stretch.begin_ticks ? stretch.begin_ticks - static_cast<std::uint64_t>(ticks) : 0;
  std::uint64_t found =
      ticks < kMost - stretch.begin_ticks ? stretch.begin_ticks + static_cast<std::uint64_t>(ticks) : kMost;
  // Rounding leaves it a tick or two away.
  while (found > stretch.begin_ticks && convert(stretch, found - 1) >= when) --found;
  while (found < kMost && convert(stretch, found) < when) ++found;
  return found;
}

void Clock::bend(const ClockShift& knots) {
  if (knots.empty()) return;
  if (knots.size() == 1) return shift(knots.front().shift);
  std::vector<std::uint64_t> corners;
  for (const Stretch& stretch : stretches_) corners.push_back(stretch.begin_ticks);
  for (const ClockKnot& knot : knots) corners.push_back(ticks_at(knot.at));
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  std::vector<Stretch> bent;
  std::int64_t before_ns = std::numeric_limits<std::int64_t>::min();
  for (const std::uint64_t ticks : corners) {
    const Time plain = find(ticks);
    Stretch stretch = stretches_[last_];  // its rate holds where no other corner follows
    stretch.begin_ticks = ticks;
    stretch.begin_ns = std::max(before_ns, (plain + shift_at(knots, plain)).ns);
    if (!bent.empty()) {
      Stretch& last = bent.back();
      const std::int64_t begin_ns = last.begin_ns;
      last = between(last.begin_ticks, ticks, 0,
                     static_cast<std::uint64_t>(wrapping_subtract(stretch.begin_ns, begin_ns)));
      last.begin_ns = begin_ns;
    }
    before_ns = stretch.begin_ns;
    bent.push_back(stretch);
  }
  bent.back().length_ticks = std::numeric_limits<std::uint64_t>::max() - bent.back().begin_ticks;
  stretches_ = std::move(bent);
  last_ = 0;
}

Time Clock::convert(const Stretch& stretch, std::uint64_t ticks) {
  const std::uint64_t passed = scaled(ticks - stretch.begin_ticks, stretch.whole, stretch.fraction);
  return {wrapping_add(stretch.begin_ns, static_cast<std::int64_t>(passed))};
}

Time Clock::find(std::uint64_t ticks) const {
  const auto after =
      std::upper_bound(stretches_.begin(), stretches_.end(), ticks,
                       [](std::uint64_t wanted, const Stretch& stretch) { return wanted < stretch.begin_ticks; });
  if (after == stretches_.begin()) {
    last_ = 0;
    const Stretch& first = stretches_.front();
    const std::uint64_t before = scaled(first.begin_ticks - ticks, first.whole, first.fraction);
    return {wrapping_subtract(first.begin_ns, static_cast<std::int64_t>(before))};
  }
  last_ = static_cast<std::size_t>(after - stretches_.begin()) - 1;
  return convert(stretches_[last_], ticks);
}

Duration Clock::length(std::uint64_t ticks) const {
  const Stretch& stretch = stretches_[last_];
  return {static_cast<std::int64_t>(scaled(ticks, stretch.whole, stretch.fraction))};
}

}  // namespace mpitrace::model
