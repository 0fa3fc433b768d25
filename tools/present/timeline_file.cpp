// SPDX-License-Identifier: BSD-3-Clause
#include "present/timeline_file.h"

#include <algorithm>
#include <set>

namespace mpitrace::present {

std::vector<TrackIds> track_ids(const model::Run& run) {
  std::size_t most_threads = 0;
  std::set<std::int32_t> taken;
  std::int32_t largest = 0;
  for (const model::Process& process : run.processes) {
    most_threads = std::max(most_threads, process.threads.size());
    largest = std::max(largest, process.rank.value);
  }
  // The first thread of all comes after the last process: rank 0's threads begin at `stride`.
  const std::uint64_t most_processes = static_cast<std::uint64_t>(largest) + 1 + run.processes.size();
  std::uint64_t stride = 1000;
  while (stride <= std::max<std::uint64_t>(most_threads, most_processes)) stride *= 10;
  std::vector<TrackIds> ids;
  std::uint64_t next = static_cast<std::uint64_t>(largest) + 2;
  for (const model::Process& process : run.processes) {
    const bool is_first = process.rank.value >= 0 && taken.insert(process.rank.value).second;
    const std::uint64_t pid = is_first ? static_cast<std::uint64_t>(process.rank.value) + 1 : next++;
    ids.push_back({pid, pid * stride});
  }
  return ids;
}

}  // namespace mpitrace::present
