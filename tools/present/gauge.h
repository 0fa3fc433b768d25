// SPDX-License-Identifier: BSD-3-Clause
// A value over time, shown at most every 10 us: the last one of a burst is shown when the time is up, as it still held
// then.
#pragma once

#include <cstdint>

#include "model/time.h"

namespace mpitrace::present {

class Gauge {
 public:
  // Calls show(when, value) for what is to be shown now.
  template <class Show>
  void set(model::Time when, std::int64_t value, Show&& show) {
    if (pending_ == value && shown_ == value) return;
    if (pending_ != shown_ && when >= next()) put(next(), pending_, show);
    pending_ = value;
    if (value != shown_ && when >= next()) put(when, value, show);
  }
  template <class Show>
  void finish(Show&& show) {
    if (pending_ != shown_) put(next(), pending_, show);
  }

 private:
  static constexpr model::Duration kEvery{10'000};

  model::Time next() const { return shown_at_ + kEvery; }
  void put(model::Time when, std::int64_t value, auto&& show) {
    shown_ = value;
    shown_at_ = when;
    show(when, value);
  }

  std::int64_t shown_ = 0;
  std::int64_t pending_ = 0;
  model::Time shown_at_ = model::kEarliest;
};

}  // namespace mpitrace::present
