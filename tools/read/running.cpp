// SPDX-License-Identifier: BSD-3-Clause
#include "read/running.h"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace mpitrace::read {
namespace {

// Between a process's start, as the kernel counts it in ticks since boot, and the wall clock that the recorder read.
constexpr std::uint64_t kSlackNs = 1'000'000'000;

std::uint64_t now_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

// Linux says so behind the path of a program that was built anew while it ran.
std::string without_deleted(std::string path) {
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.ends_with(kDeleted)) path.resize(path.size() - kDeleted.size());
  return path;
}

// proc(5): the 3rd field is the state, the 22nd the start; the 2nd, a name in brackets, may hold anything.
std::optional<Alive> find_process(std::uint32_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream file(folder + "/stat");
  std::string text;
  if (!std::getline(file, text, '\0')) return std::nullopt;
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  char state = 'X';
  fields >> state;
  if (state == 'Z' || state == 'X') return std::nullopt;
  std::string skipped;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  std::uint64_t start_ticks = 0;
  if (!(fields >> start_ticks)) return std::nullopt;
  const auto ticks_per_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  const std::uint64_t booted_ns = now_ns(CLOCK_REALTIME) - now_ns(CLOCK_BOOTTIME);
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink(folder + "/exe", error);
  return Alive{error ? "" : without_deleted(executable.string()),
               booted_ns + start_ticks * (1'000'000'000U / ticks_per_second)};
}

// Another process may have its number by now: that one began after this one's record, or is another program.
bool is_same(const model::Process& process, const Alive& alive) {
  const bool is_same_program = alive.executable.empty() || alive.executable == process.executable;
  return is_same_program && !process.anchors.empty() &&
         alive.started_realtime_ns <= process.anchors.front().realtime_ns + kSlackNs;
}

}  // namespace

Machine this_machine() {
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  std::string boot_id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
  return {host, boot_id, find_process};
}

void find_running(model::Run& run, const Machine& machine) {
  for (model::Process& process : run.processes) {
    if (process.is_closed || process.pid == 0 || process.host != machine.host) continue;
    if (process.boot_id.empty() || process.boot_id != machine.boot_id) continue;
    const std::optional<Alive> alive = machine.find(process.pid);
    process.is_running = alive && is_same(process, *alive);
  }
}

}  // namespace mpitrace::read
