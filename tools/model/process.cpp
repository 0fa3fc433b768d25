// SPDX-License-Identifier: BSD-3-Clause
#include "model/process.h"

#include <algorithm>

namespace mpitrace::model {

// The record of any function that makes a communicator has a sequence; where nothing was counted it is 0.
bool is_collective_on_parent(std::string_view function) {
  const auto has = [&](std::string_view part) { return function.find(part) != std::string_view::npos; };
  return !has("create_group") && !has("from_group") && !has("get_parent") && !has("Comm_join");
}

Coverage Run::coverage() const {
  Coverage whole;
  for (const Process& process : processes) {
    whole.bytes += process.file_bytes;
    for (const Thread& thread : process.threads) {
      whole.calls += thread.calls;
      whole.dropped_calls += thread.loss.dropped_calls;
      whole.nested_calls += thread.loss.nested_calls;
      whole.abandoned_calls += thread.loss.abandoned_calls;
      // A chunk that the recorder could not write is counted by it and leaves a gap in the numbers, too.
      whole.lost_chunks += std::max(thread.loss.lost_chunks, thread.missing_chunks);
    }
    if (process.is_damaged) ++whole.damaged;
    const bool has_end = !process.threads.empty() && process.threads.front().ended;
    if (!has_end && !process.is_closed) ++(process.is_running ? whole.running : whole.ended_early);
  }
  return whole;
}

bool Run::is_whole() const {
  const Coverage sum = coverage();
  return damage.empty() && missing == 0 &&
         sum.damaged + sum.ended_early + sum.running + sum.dropped_calls + sum.lost_chunks == 0;
}

}  // namespace mpitrace::model
