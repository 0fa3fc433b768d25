// SPDX-License-Identifier: BSD-3-Clause
#include "merge/order_clocks.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "merge/clock_bounds.h"
#include "merge/clock_repair.h"
#include "merge/clocks.h"

namespace mpitrace::merge {
namespace {

using model::Duration;
using model::Time;

// The repair must know of all messages that took less than anything will be moved by: that is not known before, but it
// is seldom more than by how much they were reversed.
constexpr Duration kLeastTight{100'000};
constexpr Duration kMostTight{100'000'000};
constexpr std::size_t kMostKept = 4U << 20U;  // over all processes

// What messages between machines say of their clocks.
struct Look {
  explicit Look(Time end) : times(end) {}

  void add(const Look& other) {
    times.add(other.times);
    tight.insert(tight.end(), other.tight.begin(), other.tight.end());
    messages += other.messages;
    reversed += other.reversed;
    most_reversed = std::max(most_reversed, other.most_reversed);
  }

  MessageTimes times;
  std::vector<TightMessage> tight;
  std::uint64_t messages = 0;
  std::uint64_t reversed = 0;
  Duration most_reversed;
};

// The messages that one process receives.
class Arrivals final : public model::MergedSink {
 public:
  Arrivals(std::uint32_t process, const std::vector<std::uint32_t>& domains, Time end, Duration shorter_than)
      : seen_(end),
        process_(process),
        domains_(domains),
        shorter_than_(shorter_than),
        most_tight_(std::max<std::size_t>(64, kMostKept / domains.size())) {}

  void take(const model::MergedRecord& merged) override {
    for (const model::Receipt& receipt : merged.received) add(receipt.sender, receipt.sent, merged.record->end);
    // A collective ends after what it waits for began, as a receive ends after its send began.
    if (merged.awaited.cause != model::WaitCause::kNone)
      add(merged.awaited.process, merged.awaited.start, merged.record->end);
  }
  void take_late(const model::LateReceipt& late) override { add(late.receipt.sender, late.receipt.sent, late.end); }

  const Look& seen() const { return seen_; }

 private:
  void add(std::int32_t process, Time sent, Time received) {
    const auto sender = static_cast<std::uint32_t>(process);
    const Duration took = received - sent;
    if (took < shorter_than_) keep(sender, sent, received);
    if (domains_[sender] == domains_[process_]) return;
    ++seen_.messages;
    seen_.times.add(domains_[sender], domains_[process_], received, took);
    if (took.ns >= 0) return;
    ++seen_.reversed;
    seen_.most_reversed = std::max(seen_.most_reversed, Duration{model::wrapping_subtract(0, took.ns)});
  }
  // Where there are too many, the tightest half stays.
  void keep(std::uint32_t sender, Time sent, Time received) {
    std::vector<TightMessage>& tight = seen_.tight;
    tight.push_back({sender, process_, sent, received});
    if (tight.size() < most_tight_) return;
    const auto middle = tight.begin() + static_cast<std::ptrdiff_t>(tight.size() / 2);
    std::nth_element(tight.begin(), middle, tight.end(), [](const TightMessage& a, const TightMessage& b) {
      return a.received - a.sent < b.received - b.sent;
    });
    tight.erase(middle, tight.end());
  }

  Look seen_;
  std::uint32_t process_;
  const std::vector<std::uint32_t>& domains_;
  Duration shorter_than_;  // these are kept
  std::size_t most_tight_;
};

Look look(const model::Run& run, const model::Communicators& communicators, const Rereading& rereading,
          const std::vector<std::uint32_t>& domains, model::Workers& workers, Duration shorter_than) {
  std::deque<Arrivals> arrivals;
  std::vector<model::MergedSink*> sinks;
  for (std::uint32_t i = 0; i < domains.size(); ++i)
    sinks.push_back(&arrivals.emplace_back(i, domains, run.end, shorter_than));
  Merger merger(run, communicators, rereading.make_source, sinks);
  merger.merge(rereading.slices(), workers, [&](std::size_t, std::size_t) {
    if (rereading.after_slice) rereading.after_slice();
  });
  Look look(run.end);
  for (const Arrivals& one : arrivals) look.add(one.seen());
  return look;
}

}  // namespace

void order_clocks(model::Run& run, const model::Communicators& communicators, const Rereading& rereading,
                  model::Workers& workers) {
  if (run.clock_domains < 2) return;
  const std::vector<std::uint32_t> domains = clock_domains(run);
  const auto look_again = [&](Duration shorter_than) {
    return look(run, communicators, rereading, domains, workers, shorter_than);
  };
  model::ClockRepair& result = run.clock_repair;
  constexpr Duration kNone{std::numeric_limits<std::int64_t>::min()};
  Look seen = look_again(kNone);
  result.messages = seen.messages;
  result.reversed_as_compared = seen.reversed;
  result.most_reversed = seen.most_reversed;
  for (const ClockBounds how : {ClockBounds::kSteady, ClockBounds::kByStretch, ClockBounds::kByStretch}) {
    if (seen.reversed == 0) break;
    const std::vector<model::ClockShift> bounds = bound_clocks(seen.times, run.clock_domains, how);
    for (std::size_t i = 0; i < run.processes.size(); ++i) run.processes[i].clock_bounds.push_back(bounds[domains[i]]);
    rereading.start_clocks();
    seen = look_again(std::max(kLeastTight, std::min(seen.most_reversed, kMostTight)));
  }
  result.reversed_within_bounds = result.reversed_after_repair = seen.reversed;
  if (seen.reversed == 0) return;

  Repaired repaired = repair_clocks(std::move(seen.tight), run.processes.size());
  for (std::size_t i = 0; i < run.processes.size(); ++i) run.processes[i].clock_repair = std::move(repaired.shifts[i]);
  result.moved_receives = repaired.moved_receives;
  result.most_moved = repaired.most_moved;
  rereading.start_clocks();
  result.reversed_after_repair = look_again(kNone).reversed;
}

}  // namespace mpitrace::merge
