// SPDX-License-Identifier: BSD-3-Clause
#include "present/info.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "present/clock_text.h"
#include "present/names.h"
#include "present/table.h"

namespace mpitrace::present {
namespace {

std::string losses(const model::Coverage& totals) {
  std::string text;
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), what);
  };
  add(totals.dropped_calls, "calls could not be written");
  add(totals.lost_chunks, "chunks are missing");
  add(totals.abandoned_calls, "calls were left by longjmp or an exception");
  return text.empty() ? "nothing" : text;
}

std::string ending(const model::Process& process, const std::string& last_call) {
  const char* damaged = process.is_damaged ? ", damaged" : "";
  if (process.threads.empty() && process.is_damaged) return "damaged, no call can be read";
  const std::string how(how_it_ended(process));
  if (process.threads.empty()) return how;
  if (process.threads.front().ended) return how + damaged;
  // The end of a file that was closed well is there; only damage can have taken it.
  if (process.is_closed) return "damaged, last known " + last_call;
  return how + damaged + ", " + last_call;
}

std::string calls_text(const model::Coverage& totals) {
  if (totals.calls == 0) return totals.ended_early + totals.running > 0 ? "none came to its end" : "none";
  return fmt::format("{} in {} ({:.1f} bytes a call)", grouped(totals.calls), bytes_text(totals.bytes),
                     static_cast<double>(totals.bytes) / static_cast<double>(totals.calls));
}

// "0-3,8"
std::string rank_ranges(const std::vector<std::int32_t>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (!text.empty()) text += ",";
    text += last > i ? fmt::format("{}-{}", ranks[i], ranks[last]) : fmt::format("{}", ranks[i]);
    i = last + 1;
  }
  return text;
}

std::string missing_text(const model::Run& run) {
  const std::uint64_t unnamed = run.missing - run.missing_ranks.size();
  return rank_ranges(run.missing_ranks) + (unnamed > 0 ? fmt::format(" and {} more", grouped(unnamed)) : "");
}

constexpr std::size_t kDamageListed = 10;

struct Fold {
  std::vector<std::int32_t> ranks;
  std::set<std::string> hosts;
  std::uint64_t fewest_calls = ~std::uint64_t{0};
  std::uint64_t most_calls = 0;
};

std::string ranks_table(const model::Run& run, const LastCalls& last_calls) {
  std::map<std::tuple<std::string, std::size_t, std::uint32_t>, Fold> folds;  // ranks that look alike
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    const model::Process& process = run.processes[i];
    Fold& fold = folds[{ending(process, last_calls[i]), process.threads.size(), process.world}];
    std::uint64_t calls = 0;
    for (const model::Thread& thread : process.threads) calls += thread.calls;
    fold.ranks.push_back(process.rank.value);
    fold.hosts.insert(process.host);
    fold.fewest_calls = std::min(fold.fewest_calls, calls);
    fold.most_calls = std::max(fold.most_calls, calls);
  }
  Table table({{"ranks"}, {"hosts"}, {"threads", Table::Align::kRight}, {"calls", Table::Align::kRight}, {"ended"}});
  std::vector<std::pair<std::pair<std::uint32_t, std::int32_t>, std::vector<std::string>>> sorted;
  for (auto& [key, fold] : folds) {
    const std::string hosts =
        fold.hosts.size() == 1 ? *fold.hosts.begin() : std::to_string(fold.hosts.size()) + " hosts";
    const std::string calls = fold.fewest_calls == fold.most_calls
                                  ? grouped(fold.most_calls)
                                  : grouped(fold.fewest_calls) + " to " + grouped(fold.most_calls);
    const std::uint32_t world = std::get<2>(key);
    const std::string ranks = rank_ranges(fold.ranks) + (world == 0 ? "" : fmt::format(" of world {}", world + 1));
    sorted.push_back(
        {{world, fold.ranks.front()}, {ranks, hosts, std::to_string(std::get<1>(key)), calls, std::get<0>(key)}});
  }
  std::sort(sorted.begin(), sorted.end());
  for (auto& [place, row] : sorted) table.add(std::move(row));
  return table.text();
}

// "2 a rank", "0 to 2 a rank"; empty where no rank has any.
template <class Count>
std::string a_rank(const model::Run& run, Count count) {
  std::uint64_t fewest = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (const model::Process& process : run.processes) {
    fewest = std::min<std::uint64_t>(fewest, count(process));
    most = std::max<std::uint64_t>(most, count(process));
  }
  if (most == 0) return "";
  return (fewest == most ? grouped(most) : grouped(fewest) + " to " + grouped(most)) + " a rank";
}

}  // namespace

std::string info_text(const model::Run& run, const LastCalls& last_calls) {
  const model::Coverage totals = run.coverage();
  const model::Process& first = run.processes.front();
  std::set<std::string> hosts;
  for (const model::Process& process : run.processes) hosts.insert(process.host);
  std::string text;
  const auto line = [&](const char* what, const std::string& value) { text += fmt::format("{:<9} {}\n", what, value); };
  line("run", run.path);
  line("job", run.job.empty() ? "unnamed" : run.job);
  line("program", first.executable);
  line("when", fmt::format("{}, recorded for {}", moment_text(run.base_realtime_ns), duration_text(run.end.ns)));
  line("mpi", first.mpi_library.empty() ? "none was found" : first.mpi_library);
  line("ranks", fmt::format("{} of {} on {} host{}", run.processes.size(),
                            std::max<std::uint64_t>(run.processes.size(), first.world_size), hosts.size(),
                            hosts.size() == 1 ? "" : "s"));
  if (run.missing > 0) line("missing", missing_text(run));
  line("calls", calls_text(totals));
  const std::string windows = a_rank(run, [](const model::Process& process) { return process.windows.size(); });
  if (!windows.empty()) line("windows", windows);
  const std::string files = a_rank(run, [](const model::Process& process) { return process.files.size(); });
  if (!files.empty()) line("files", files);
  line("clock", clock_text(run));
  line("lost", losses(totals));
  if (totals.nested_calls > 0)
    line("nested", fmt::format("{} calls that MPI, or a callback, made inside MPI calls were counted, not recorded",
                               grouped(totals.nested_calls)));
  if (run.damage.empty()) line("damage", "none");
  for (std::size_t i = 0; i < std::min(run.damage.size(), kDamageListed); ++i)
    line("damage", damage_text(run.damage[i]));
  if (run.damage.size() > kDamageListed)
    line("damage", fmt::format("{} more places", run.damage.size() - kDamageListed));
  return text + "\n" + ranks_table(run, last_calls);
}

}  // namespace mpitrace::present
