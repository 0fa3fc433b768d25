// SPDX-License-Identifier: BSD-3-Clause
#include "merge/slices.h"

#include <algorithm>
#include <limits>

namespace mpitrace::merge {
namespace {

// Beyond this, slices become larger instead of more: a bound for forged sizes, far above what a trace of a terabyte
// needs.
constexpr std::uint64_t kMostSlices = 1U << 20U;

// Where the bytes per nanosecond change.
struct Step {
  model::Time when;
  double rate;
};

std::vector<Step> steps_of(const std::vector<Work>& work) {
  std::vector<Step> steps;
  for (const Work& piece : work) {
    const double length = static_cast<double>(std::max<std::int64_t>(1, (piece.end - piece.start).ns));
    const double rate = static_cast<double>(piece.bytes) / length;
    steps.push_back({piece.start, rate});
    steps.push_back({piece.end, -rate});
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.when < b.when; });
  return steps;
}

// At least 1 ns later, and no later than time can say: times may be forged.
model::Time later(model::Time at, double ns) {
  constexpr double kFarthest = 9.0e18;
  const auto step = static_cast<std::int64_t>(std::clamp(ns, 1.0, kFarthest));
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  at.ns = at.ns > 0 && step > kMost - at.ns ? kMost : at.ns + step;
  return at;
}

}  // namespace

std::vector<model::Time> cut_slices(const std::vector<Work>& work, std::uint64_t bytes_per_slice) {
  std::uint64_t bytes = 0;
  for (const Work& piece : work) bytes += piece.bytes;
  const auto per_slice = static_cast<double>(std::max({bytes_per_slice, bytes / kMostSlices, std::uint64_t{1}}));
  // What rounding leaves of a rate that has ended, times the length of a forged gap, is work that nobody has.
  const auto most_slices = static_cast<std::size_t>(2.0 * static_cast<double>(bytes) / per_slice) + 1;
  std::vector<model::Time> ends;
  double rate = 0;
  double held = 0;
  model::Time at = model::kEarliest;
  for (const Step& step : steps_of(work)) {
    // A slice's place need not be exact, only the same in every run over the same files.
    while (rate > 0 && held + rate * static_cast<double>((step.when - at).ns) >= per_slice &&
           ends.size() < most_slices) {
      at = later(at, (per_slice - held) / rate);
      held = 0;
      ends.push_back(at);
    }
    held += std::max(0.0, rate * static_cast<double>((step.when - at).ns));
    rate += step.rate;
    at = step.when;
  }
  ends.push_back(model::kLatest);
  return ends;
}

}  // namespace mpitrace::merge
