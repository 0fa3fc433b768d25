// SPDX-License-Identifier: BSD-3-Clause
// merge_bench TOOL FOLDER: how fast `mpitrace merge` and `export` are, as JSON. Makes synthetic runs in FOLDER (best on
// a tmpfs), merges them and keeps the best of several times, since other work on a machine only ever makes a program
// slower. Figures of one run are compared with each other; no limit is set here.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "perfetto/perfetto_trace.pb.h"
#include "synthetic/patterns.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRepeats = 5;
constexpr std::uint32_t kRanks = 4;
constexpr std::uint64_t kCallsOfARank = 500'000;

struct Cost {
  double wall_s = 1e30;
  double cpu_s = 1e30;
  long peak_kib = 0;
};

// Runs the tool once and waits for it.
Cost run_once(std::vector<std::string> words) {
  const auto start = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    const int null = ::open("/dev/null", O_WRONLY);
    ::dup2(null, STDOUT_FILENO);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || status != 0) {
    fmt::print(stderr, "merge_bench: {} failed\n", words.front());
    std::exit(1);
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {std::chrono::duration<double>(Clock::now() - start).count(),
          seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
}

Cost best_of(const std::vector<std::string>& words) {
  Cost best;
  for (int i = 0; i < kRepeats; ++i) {
    const Cost cost = run_once(words);
    best.wall_s = std::min(best.wall_s, cost.wall_s);
    best.cpu_s = std::min(best.cpu_s, cost.cpu_s);
    best.peak_kib = std::max(best.peak_kib, cost.peak_kib);
  }
  return best;
}

Cost best_of(const std::string& tool, const std::string& run, const std::string& output, int jobs,
             const std::vector<std::string>& options = {}) {
  std::vector<std::string> words{tool, "--quiet", "--jobs", std::to_string(jobs), "merge", run, "-o", output};
  words.insert(words.end(), options.begin(), options.end());
  return best_of(words);
}

Cost best_export(const std::string& tool, const std::string& run, const std::string& folder, const char* format) {
  return best_of({tool, "--quiet", "--jobs", "1", "export", run, "--format", format, "-o", folder + "/" + format});
}

// Beginnings and ends of slices, marks, values of counters and ends of arrows: what a viewer has to take in.
std::uint64_t perfetto_events(const std::string& tool, const std::string& folder) {
  const std::string path = folder + "/plain.pftrace.gz";
  run_once({tool, "--quiet", "merge", folder + "/1x", "-o", path});
  std::uint64_t events = 0;
  gzFile file = gzopen(path.c_str(), "rb");
  std::string packet;
  while (gzgetc(file) >= 0) {
    std::size_t size = 0;
    unsigned shift = 0;
    int byte = 0x80;
    for (; byte >= 0x80; shift += 7) {
      byte = gzgetc(file);
      size |= static_cast<std::size_t>(byte & 0x7f) << shift;
    }
    packet.resize(size);
    gzread(file, packet.data(), static_cast<unsigned>(size));
    mpitrace::perfetto::TracePacket parsed;
    parsed.ParseFromString(packet);
    const auto& event = parsed.track_event();
    if (parsed.has_track_event())
      events += 1 + static_cast<std::uint64_t>(event.flow_ids_size() + event.terminating_flow_ids_size());
  }
  gzclose(file);
  return events;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: merge_bench TOOL FOLDER\n");
    return 2;
  }
  const std::string tool = argv[1];
  const std::string folder = std::string(argv[2]) + "/mpitrace-merge-bench";
  const auto truth = mpitrace::synthetic::write_pattern_run(folder + "/1x", kRanks, kCallsOfARank);
  mpitrace::synthetic::write_pattern_run(folder + "/8x", kRanks, 8 * kCallsOfARank);
  const std::string file = folder + "/out.json";
  const Cost discarded = best_of(tool, folder + "/1x", "/dev/null", 1);
  const Cost written = best_of(tool, folder + "/1x", file, 1);
  const auto json_bytes = std::filesystem::file_size(file);
  const Cost packed = best_of(tool, folder + "/1x", file + ".gz", 1);
  const Cost perfetto = best_of(tool, folder + "/1x", "/dev/null", 1, {"--format", "perfetto"});
  const Cost both = best_of(tool, folder + "/1x", folder + "/both.json", 1, {"--format", "chrome,perfetto"});
  const auto perfetto_bytes = std::filesystem::file_size(folder + "/both.pftrace");
  const std::uint64_t events = perfetto_events(tool, folder);
  const Cost on_two = best_of(tool, folder + "/1x", "/dev/null", 2);
  const Cost written_on_two = best_of(tool, folder + "/1x", file, 2);
  const Cost packed_on_two = best_of(tool, folder + "/1x", file + ".gz", 2);
  const Cost of_more = run_once({tool, "--quiet", "merge", folder + "/8x", "-o", "/dev/null"});
  const Cost parquet = best_export(tool, folder + "/1x", folder, "parquet");
  const Cost csv = best_export(tool, folder + "/1x", folder, "csv");
  const Cost parquet_of_more = run_once({tool, "--quiet", "export", folder + "/8x", "-o", folder + "/parquet"});
  std::filesystem::remove_all(folder);

  // A folded poll costs nothing to merge, so records are counted, not calls.
  const auto records = static_cast<double>(truth.records);
  fmt::print("{{\"records\": {}, \"calls\": {}, \"json_bytes_per_record\": {:.1f},\n", truth.records, truth.calls,
             static_cast<double>(json_bytes) / records);
  fmt::print(
      " \"records_per_cpu_second\": {:.0f}, \"records_per_cpu_second_written\": {:.0f}, "
      "\"records_per_cpu_second_packed\": {:.0f},\n",
      records / discarded.cpu_s, records / written.cpu_s, records / packed.cpu_s);
  fmt::print(
      " \"two_workers_speedup\": {:.2f}, \"two_workers_speedup_written\": {:.2f}, "
      "\"two_workers_speedup_packed\": {:.2f},\n",
      discarded.wall_s / on_two.wall_s, written.wall_s / written_on_two.wall_s, packed.wall_s / packed_on_two.wall_s);
  fmt::print(
      " \"perfetto_bytes_per_record\": {:.1f}, \"perfetto_records_per_cpu_second\": {:.0f}, "
      "\"perfetto_events_per_cpu_second\": {:.0f}, \"both_records_per_cpu_second\": {:.0f},\n",
      static_cast<double>(perfetto_bytes) / records, records / perfetto.cpu_s,
      static_cast<double>(events) / perfetto.cpu_s, records / both.cpu_s);
  fmt::print(" \"peak_mib\": {:.1f}, \"peak_mib_at_8x\": {:.1f},\n", static_cast<double>(discarded.peak_kib) / 1024,
             static_cast<double>(of_more.peak_kib) / 1024);
  // Of the calls table; messages and collectives are written besides.
  fmt::print(
      " \"rows_per_cpu_second_parquet\": {:.0f}, \"rows_per_cpu_second_csv\": {:.0f}, "
      "\"parquet_to_chrome\": {:.2f}, \"csv_to_chrome\": {:.2f},\n",
      records / parquet.cpu_s, records / csv.cpu_s, parquet.cpu_s / written.cpu_s, csv.cpu_s / written.cpu_s);
  fmt::print(" \"peak_mib_parquet\": {:.1f}, \"peak_mib_parquet_at_8x\": {:.1f}}}\n",
             static_cast<double>(parquet.peak_kib) / 1024, static_cast<double>(parquet_of_more.peak_kib) / 1024);
}
