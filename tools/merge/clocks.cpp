// SPDX-License-Identifier: BSD-3-Clause
#include "merge/clocks.h"

#include <map>
#include <tuple>

namespace mpitrace::merge {

void align_clocks(model::Run& run) {
  // Without a boot id nobody knows which counter it was: then each process is a domain of its own.
  using Domain = std::tuple<std::string, model::ClockKind, std::uint64_t>;
  std::map<Domain, std::uint32_t> references;
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    model::Process& process = run.processes[i];
    const Domain domain{process.boot_id, process.clock_kind, process.boot_id.empty() ? process.id : 0};
    process.clock_reference = references.try_emplace(domain, static_cast<std::uint32_t>(i)).first->second;
  }
  run.clock_domains = static_cast<std::uint32_t>(references.size());
  run.base_realtime_ns = 0;
  for (model::Process& process : run.processes) {
    const model::Process& reference = run.processes[process.clock_reference];
    const model::Anchor anchor = reference.anchors.empty() ? model::Anchor{} : reference.anchors.front();
    const std::uint64_t ahead = anchor.realtime_ns - anchor.monotonic_raw_ns;
    if (references.size() > 1) {
      process.clock_offset_ns = static_cast<std::int64_t>(ahead);
    } else {
      run.base_realtime_ns = ahead;
    }
  }
}

}  // namespace mpitrace::merge
