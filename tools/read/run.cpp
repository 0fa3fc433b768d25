// SPDX-License-Identifier: BSD-3-Clause
#include "read/run.h"

#include <algorithm>
#include <filesystem>

#include "read/run_files.h"

namespace mpitrace::read {

// Each correction was found in the time that those before it give, which starts with the first record.
void OpenRun::start_clocks() {
  clocks_.clear();
  std::size_t bounds = 0;
  for (const model::Process& process : run.processes) {
    clocks_.push_back(plain_clock(process));
    bounds = std::max(bounds, process.clock_bounds.size());
  }
  model::Duration back = start_at_zero();
  for (std::size_t round = 0; round < bounds; ++round) {
    for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i].bend(run.processes[i].clock_bounds[round]);
    back = back + start_at_zero();
  }
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i].bend(run.processes[i].clock_repair);
  const model::Duration last = start_at_zero();
  for (model::Process& process : run.processes) {
    process.clock_moves.clear();
    for (const model::ClockKnot& knot : process.clock_repair)
      process.clock_moves.push_back({knot.at + knot.shift - last, knot.shift});
  }
  if (!counter_base_ns_) counter_base_ns_ = run.base_realtime_ns;
  run.base_realtime_ns = *counter_base_ns_ + static_cast<std::uint64_t>((back + last).ns);
}

// Gives the time that the first record had before.
model::Duration OpenRun::start_at_zero() {
  const model::Duration first = date_threads() - model::Time{};
  for (model::Clock& clock : clocks_) clock.shift({model::wrapping_subtract(0, first.ns)});
  date_threads();
  return first;
}

model::Clock OpenRun::plain_clock(const model::Process& process) const {
  const model::Process& reference = run.processes[process.clock_reference];
  model::Clock clock(reference.anchors, reference.clock_kind, reference.ticks_per_second);
  clock.bend(process.clock_shift);
  return clock;
}

// Gives the time of the first record.
model::Time OpenRun::date_threads() {
  for (std::size_t i = 0; i < run.processes.size(); ++i) date_threads_of(i);
  model::Time first = model::kLatest;
  for (const model::Process& process : run.processes) {
    for (const model::Thread& thread : process.threads) first = std::min(first, thread.start);
  }
  return first == model::kLatest ? model::Time{} : first;
}

void OpenRun::date_threads_of(std::size_t index) {
  model::Process& process = run.processes[index];
  run.end = index == 0 ? model::Time{} : run.end;
  for (std::size_t i = 0; i < process.threads.size(); ++i) {
    const ThreadChunks& chunks = records_[index].threads[i];
    if (chunks.chunks.empty()) continue;
    model::Thread& thread = process.threads[i];
    thread.start = clocks_[index].at(chunks.chunks.front().start_ticks);
    std::uint64_t end_ticks = chunks.chunks.back().end_ticks;
    if (chunks.open) {
      if (chunks.open->current.context != 0) end_ticks = std::max(end_ticks, chunks.open->current.start_ticks);
      if (chunks.open->polls.contexts != 0) end_ticks = std::max(end_ticks, chunks.open->polls.last_ticks);
    }
    thread.end = clocks_[index].at(end_ticks);
    run.end = std::max(run.end, thread.end);
  }
}

std::unique_ptr<model::RecordSource> OpenRun::source(std::size_t process, std::size_t thread) const {
  return std::make_unique<ThreadReader>(records_[process].threads[thread], records_[process].sites, clocks_[process]);
}

std::unique_ptr<model::RecordSource> OpenRun::last_records(std::size_t process, std::size_t thread) const {
  const ThreadChunks& chunks = records_[process].threads[thread];
  const std::size_t first = chunks.chunks.empty() ? 0 : chunks.chunks.size() - 1;
  return std::make_unique<ThreadReader>(chunks, records_[process].sites, clocks_[process], first);
}

std::vector<OpenRun::ChunkSpan> OpenRun::chunk_spans() const {
  std::vector<ChunkSpan> spans;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    for (const ThreadChunks& thread : records_[i].threads) {
      for (const ChunkFrame& frame : thread.chunks)
        spans.push_back({clocks_[i].at(frame.start_ticks), clocks_[i].at(frame.end_ticks), frame.bytes});
    }
  }
  return spans;
}

namespace {

// Of the paths that were given, the one that the file was found by.
const std::string& path_of_file(const std::vector<std::string>& paths, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(file).parent_path();
  for (const std::string& path : paths) {
    if (path == file || (fs::path(path) / "").parent_path() == folder) return path;
  }
  return paths.front();
}

}  // namespace

model::Result<OpenRun> open_run(const std::vector<std::string>& paths, const RunChoice& choice,
                                model::Workers& workers) {
  auto names = find_run_files(paths);
  if (!names) return names.error();
  std::vector<MappedFile> files;
  std::vector<model::Damage> unreadable;
  std::string first_error;
  for (const std::string& name : *names) {
    auto file = MappedFile::open(name);
    if (file) {
      files.push_back(std::move(*file));
      continue;
    }
    if (first_error.empty()) first_error = file.error().text;
    unreadable.push_back({name, 0, 0, file.error().text.substr(name.size() + 2)});
  }
  // One file that cannot be read must not hide the others.
  if (files.empty()) return model::Error{first_error};
  auto opened = open_run(std::move(files), choice, workers);
  if (!opened) return opened;
  opened->run.damage.insert(opened->run.damage.end(), unreadable.begin(), unreadable.end());
  opened->run.path = path_of_file(paths, opened->run.path);
  return opened;
}

}  // namespace mpitrace::read
