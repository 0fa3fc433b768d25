// SPDX-License-Identifier: BSD-3-Clause
#include "read/header.h"

#include "schema/trace.pb.h"

namespace mpitrace::read {
namespace {

model::ClockKind clock_kind(format::Clock::Kind kind) {
  switch (kind) {
    case format::Clock::CLOCK_TSC:
      return model::ClockKind::kTsc;
    case format::Clock::CLOCK_MONOTONIC_RAW_NS:
      return model::ClockKind::kMonotonicRawNs;
    default:
      return model::ClockKind::kUnknown;
  }
}

}  // namespace

std::uint32_t read_header(Bytes message, model::Process& process) {
  format::Header header;
  if (message.size() > 0x7fff'ffffU || !header.ParseFromArray(message.data(), static_cast<int>(message.size())))
    return 0;
  process.id = header.process();
  process.rank = {header.rank()};
  process.has_header = true;
  process.world_size = header.world_size();
  process.host = header.host();
  process.pid = header.pid();
  process.executable = header.executable();
  process.job = header.job();
  process.mpi_library = header.mpi_library();
  process.recorder_version = header.recorder_version();
  process.thread_level = header.thread_level();
  process.boot_id = header.boot_id();
  process.clock_kind = clock_kind(header.clock().kind());
  process.ticks_per_second = header.clock().ticks_per_second();
  process.anchors.push_back({header.start().ticks(), header.start().monotonic_raw_ns(), header.start().realtime_ns()});
  return header.format_version();
}

}  // namespace mpitrace::read
