// SPDX-License-Identifier: BSD-3-Clause
#include "present/names.h"

#include <fmt/core.h>

#include <algorithm>

namespace mpitrace::present {

std::string_view category(const model::Function& function) {
  switch (function.group) {
    case model::Group::kPointToPoint:
      return function.kind == model::Kind::kComplete ? "mpi.wait" : "mpi.p2p";
    case model::Group::kCollective:
      return "mpi.coll";
    case model::Group::kRma:
      return "mpi.rma";
    case model::Group::kIo:
      return "mpi.io";
    case model::Group::kCommunicator:
      return "mpi.comm";
    case model::Group::kLocal:
      return "mpi.local";
    case model::Group::kLifeCycle:
      return "mpi.life";
    case model::Group::kUnknown:
      break;
  }
  return "mpi";
}

std::string_view special_rank(std::int64_t rank) {
  switch (rank) {
    case model::kAnySource:
      return "any";
    case model::kProcNull:
      return "none";
    case model::kRootOfInter:
      return "root";
    case model::kAllRanks:
      return "all";
    default:
      return "unknown";
  }
}

namespace {

std::string_view end_reason(model::EndReason reason) {
  switch (reason) {
    case model::EndReason::kFinalize:
      return "MPI_Finalize";
    case model::EndReason::kExit:
      return "exit without MPI_Finalize";
    case model::EndReason::kAbort:
      return "MPI_Abort";
    case model::EndReason::kThreadExit:
      return "thread exit";
    case model::EndReason::kSizeLimit:
      return "MPITRACE_MAX_SIZE reached";
    case model::EndReason::kUnknown:
      break;
  }
  return "unknown";
}

bool has_world(const model::Process& process) {
  return std::any_of(process.communicators.begin(), process.communicators.end(),
                     [](const auto& entry) { return entry.second.origin == model::Origin::kWorld; });
}

}  // namespace

std::string_view how_it_ended(const model::Process& process) {
  if (process.threads.empty()) return "no records";
  const model::Thread& main = process.threads.front();
  if (!main.ended) return process.is_running ? "still running" : "ended early";
  const bool is_of_sessions = !process.communicators.empty() && !has_world(process);
  const bool is_well = main.reason == model::EndReason::kFinalize;
  return is_well && is_of_sessions ? "MPI_Session_finalize" : end_reason(main.reason);
}

std::string damage_text(const model::Damage& damage) {
  const std::uint64_t bytes = damage.end - damage.begin;
  if (bytes == 0) return damage.file + ": " + damage.reason;
  return fmt::format("{}: {} at byte {} ({} bytes are not used)", damage.file, damage.reason, damage.begin, bytes);
}

std::string_view origin_name(model::Origin origin) {
  switch (origin) {
    case model::Origin::kWorld:
      return "world";
    case model::Origin::kSelf:
      return "self";
    case model::Origin::kParentCollective:
      return "parent_collective";
    case model::Origin::kGroup:
      return "group";
    case model::Origin::kIntercomm:
      return "intercomm";
    case model::Origin::kOtherWorld:
      return "other_world";
    case model::Origin::kFound:
      return "found";
    case model::Origin::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view wait_name(model::WaitCause cause) {
  switch (cause) {
    case model::WaitCause::kWaitAtBarrier:
      return "wait at barrier";
    case model::WaitCause::kWaitAtNxN:
      return "wait at NxN";
    case model::WaitCause::kLateBroadcast:
      return "late broadcast";
    case model::WaitCause::kEarlyReduce:
      return "early reduce";
    case model::WaitCause::kNone:
      break;
  }
  return "";
}

std::string_view lock_type(std::int64_t type) {
  return type == model::kLockShared ? "shared" : "exclusive";
}

std::string_view when_name(model::ClockSample::When when) {
  switch (when) {
    case model::ClockSample::When::kInit:
      return "init";
    case model::ClockSample::When::kFinalize:
      return "finalize";
    case model::ClockSample::When::kResync:
      return "resync";
    case model::ClockSample::When::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view flavour_name(model::Flavour flavour) {
  switch (flavour) {
    case model::Flavour::kCreate:
      return "create";
    case model::Flavour::kAllocate:
      return "allocate";
    case model::Flavour::kShared:
      return "shared";
    case model::Flavour::kDynamic:
      return "dynamic";
    case model::Flavour::kUnknown:
      break;
  }
  return "unknown";
}

std::string window_name(const model::Process& process, std::int64_t local_id) {
  const auto found = process.windows.find(static_cast<std::uint32_t>(local_id));
  if (found == process.windows.end() || found->second.name.empty()) return "window " + std::to_string(local_id);
  return found->second.name;
}

std::string file_name(const model::Process& process, std::int64_t local_id) {
  const auto found = process.files.find(static_cast<std::uint32_t>(local_id));
  if (found == process.files.end() || found->second.name.empty()) return "file " + std::to_string(local_id);
  return found->second.name;
}

// The format gives a collective without a root the peer 0, so only its name tells.
bool has_root(std::string_view function) {
  const auto has = [&](std::string_view part) { return function.find(part) != std::string_view::npos; };
  if (has("Allreduce") || has("allreduce") || has("Allgather") || has("allgather") || has("educe_scatter"))
    return false;
  return has("cast") || has("educe") || has("ather") || has("catter");
}

std::string process_name(const model::Process& process, std::int32_t largest_rank) {
  const std::size_t width = std::max<std::size_t>(4, std::to_string(largest_rank).size());
  const std::int32_t rank = process.rank.value;
  std::string digits = rank < 0 ? "?" : std::to_string(rank);
  if (digits.size() < width) digits.insert(0, width - digits.size(), rank < 0 ? '?' : '0');
  std::string name = process.world == 0 ? "rank " : "world " + std::to_string(process.world + 1) + " rank ";
  name += digits;
  if (!process.host.empty()) name += " " + process.host;
  return name;
}

std::int32_t largest_rank(const model::Run& run) {
  std::int32_t largest = 0;
  for (const model::Process& process : run.processes) largest = std::max(largest, process.rank.value);
  return largest;
}

std::string thread_name(const model::Process& process, std::size_t thread) {
  if (thread == 0) return "main thread";
  const model::Thread& named = process.threads[thread];
  const std::string plain = "thread " + std::to_string(named.number);
  return named.name.empty() ? plain : plain + " " + named.name;
}

std::string polled_name(const model::Process& process, std::uint32_t site) {
  return process.functions[process.sites[site].function].name + " #" + std::to_string(site);
}

std::string mismatch_text(const model::Run& run, const model::Communicators& communicators,
                          const model::SiteNames& sites, const model::CollectiveMismatch& mismatch) {
  const auto call = [&](const model::CollectiveCall& one) {
    const auto index = static_cast<std::size_t>(one.process);
    const model::Process& process = run.processes[index];
    return fmt::format("rank {} calls {} at {}", process.rank.value,
                       process.functions[process.sites[one.site].function].name, sites[index][one.site].place);
  };
  return fmt::format("collective {} on {} does not match: {}, {}{}", mismatch.sequence,
                     communicators.all[mismatch.communicator].name, call(mismatch.one), call(mismatch.other),
                     mismatch.is_root ? ", with another root" : "");
}

std::string_view communicator_name(const model::Communicators& communicators, std::size_t process,
                                   std::int64_t local_id) {
  const model::CommunicatorView* view = communicators.views[process].find(local_id);
  return view != nullptr ? std::string_view(communicators.all[view->communicator].name) : "unknown";
}

}  // namespace mpitrace::present
