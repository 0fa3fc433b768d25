// SPDX-License-Identifier: BSD-3-Clause
// One track of a timeline: where its slices may lie, and what is open on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/merged.h"

namespace mpitrace::present {

struct Place {
  model::Time start;
  model::Time end;
};

// A slice in a call, from the sending of messages that the call had waited for.
struct Arrival {
  Place place;
  std::span<const model::Receipt> receipts;  // at least one; the slice is named after the first
};

class Track {
 public:
  // Where a slice from `start` to `end` may lie: behind the last one and at least a nanosecond long, since viewers drop
  // slices that overlap and take empty ones for something else. The place is then taken.
  Place place(model::Time start, model::Time end) {
    start = std::max(start, end_);
    end_ = std::max(end, start + model::Duration{1});
    return {start, end_};
  }
  model::Time end() const { return end_; }

  // An arrow ends at the call that received, or, if that call began before the message was sent, at a slice inside it
  // that begins with the sending: viewers draw an arrow from the slice that begins first.
  static bool is_early(const model::Receipt& receipt, const Place& call) {
    return receipt.sent < call.start || last_inside(call) <= call.start;
  }
  // Calls show_wait(until, first receipt) and show(arrival) for the others. Such a slice ends a nanosecond before what
  // follows it or holds it: viewers that add times up as doubles would see them overlap otherwise.
  template <class ShowWait, class Show>
  void show_arrivals(ShowWait&& show_wait, Show&& show);

  model::Time paused = model::kLatest;  // since when recording is paused
  struct Region {
    std::string name;
    model::Time start;
    bool is_begun;
  };
  std::vector<Region> regions;  // begun and not ended
  bool has_call = false;        // one is shown, and not its end: more of it may come
  Place call;
  std::vector<model::Receipt> late;  // what it received that was sent after it began

 private:
  static model::Time last_inside(const Place& call) { return call.end - model::Duration{2}; }

  model::Time end_ = model::kEarliest;  // of the last slice
};

template <class ShowWait, class Show>
void Track::show_arrivals(ShowWait&& show_wait, Show&& show) {
  if (late.empty()) return;
  std::sort(late.begin(), late.end(),
            [](const auto& a, const auto& b) { return a.sent != b.sent ? a.sent < b.sent : a.flow < b.flow; });
  const model::Time last = last_inside(call);
  const std::span<const model::Receipt> all(late);
  model::Time at = std::min(late.front().sent + model::Duration{1}, last);
  show_wait(at - model::Duration{1}, late.front());
  for (std::size_t i = 0; i < all.size();) {
    model::Time next = call.end;
    if (i + 1 < all.size()) next = std::max(at + model::Duration{2}, all[i + 1].sent + model::Duration{1});
    const bool is_last = next > last;  // what follows has no room of its own
    const std::size_t count = is_last ? all.size() - i : 1;
    if (is_last) next = call.end;
    show(Arrival{{at, next - model::Duration{1}}, all.subspan(i, count)});
    at = next;
    i += count;
  }
  late.clear();
}

}  // namespace mpitrace::present
