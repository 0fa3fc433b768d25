// SPDX-License-Identifier: BSD-3-Clause
#include "read/learn.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "read/chunk.h"

namespace mpitrace::read {
namespace {

void learn_contents(const ChunkContents& contents, model::Process& process, model::Thread& thread) {
  for (const model::LocalCommunicator& local : contents.communicators) process.communicators[local.id] = local;
  for (const auto& [id, name] : contents.communicator_names) {
    const auto found = process.communicators.find(id);
    if (found != process.communicators.end()) found->second.name = name;
  }
  for (const model::LocalWindow& local : contents.windows) process.windows[local.id] = local;
  for (const auto& [id, name] : contents.window_names) {
    const auto found = process.windows.find(id);
    if (found != process.windows.end()) found->second.name = name;
  }
  for (const model::LocalFile& local : contents.files) process.files[local.id] = local;
  process.clock_samples.insert(process.clock_samples.end(), contents.clock_samples.begin(),
                               contents.clock_samples.end());
  if (contents.thread) std::tie(thread.os_id, thread.name) = *contents.thread;
  if (contents.end) {
    thread.ended = true;
    thread.reason = *contents.end;
  }
}

void learn_chunk(const ChunkFrame& frame, Learnt& learnt, model::Thread& thread) {
  model::Process& process = learnt.process;
  thread.record_bytes += frame.bytes;
  thread.loss = frame.loss;  // totals
  ChunkContents contents;
  if (!read_chunk(frame.body, contents)) {
    learnt.damage.push_back({frame.file->path(), frame.file_offset, frame.file_offset + frame.bytes,
                             "a chunk whose fields cannot be read", process.id});
    process.is_damaged = true;
    return;
  }
  thread.calls += frame.calls;
  learnt.records.sites.learn(contents);
  if (frame.anchor.monotonic_raw_ns != 0) process.anchors.push_back(frame.anchor);
  learn_contents(contents, process, thread);
}

// The numbers in a slot may be a call behind or ahead of its bytes: sets them by the bytes. Gives what that adds to the
// calls (it wraps).
std::uint64_t count_beyond_slot(ThreadChunks& chunks, const Sites& sites) {
  ChunkFrame& frame = chunks.chunks.back();
  ChunkContents contents;
  RecordReader records;
  if (!read_chunk(frame.body, contents) || !records.begin(contents.records, sites.uses(contents), frame.start_ticks))
    return 0;
  for (auto step = records.next(); step != RecordReader::Step::kEnd && step != RecordReader::Step::kMalformed;)
    step = records.next();
  const std::uint64_t beyond = records.calls() - frame.calls;
  frame.calls = records.calls();
  frame.end_ticks = records.end_ticks();
  std::uint64_t pending = 0;
  if (chunks.open->polls.first_ticks >= frame.end_ticks) {
    const std::size_t count = std::min<std::uint64_t>(chunks.open->polls.contexts, format::kMaxPolledContexts);
    for (std::size_t i = 0; i < count; ++i) pending += chunks.open->polls.polled[i].count;
  }
  return beyond + pending;
}

void learn_thread(ThreadChunks& chunks, Learnt& learnt) {
  model::Thread& thread = learnt.process.threads.emplace_back();
  thread.number = chunks.number;
  for (const ChunkFrame& frame : chunks.chunks) {
    learn_chunk(frame, learnt, thread);
    if (!chunks.is_open(frame)) frame.file->forget(frame.body);
  }
  if (chunks.open) thread.calls += count_beyond_slot(chunks, learnt.records.sites);
  if (!chunks.chunks.empty()) thread.missing_chunks = chunks.chunks.back().sequence + 1 - chunks.chunks.size();
  learnt.process.file_bytes += thread.record_bytes;
}

// A process that never said its end left a live file; a file that was closed well has the end in it.
void look_for_end(const Part& part, Learnt& learnt) {
  model::Process& process = learnt.process;
  const bool has_end = !process.threads.empty() && process.threads.front().ended;
  const MappedFile* log = part.log();
  if (has_end || !part.slots.empty() || log == nullptr) return;
  const auto report = [&](const char* what) {
    learnt.damage.push_back({log->path(), log->bytes().size(), log->bytes().size(), what, process.id});
  };
  if (!process.is_closed) {
    if (!part.has_live_file)
      report(
          "its .live file is not here (the calls that only it holds are missing; where MPITRACE_LIVE names another "
          "folder, give both)");
  } else if (!std::exchange(process.is_damaged, true)) {
    report("ends before its rank's record does (it was cut short)");
  }
}

}  // namespace

Learnt learn(Part part) {
  Learnt learnt;
  learnt.records.threads = sort_chunks(part);
  learnt.process = std::move(part.process);
  model::Process& process = learnt.process;
  process.is_closed = part.is_closed();
  for (ThreadChunks& chunks : learnt.records.threads) learn_thread(chunks, learnt);
  look_for_end(part, learnt);
  process.functions = learnt.records.sites.functions();
  process.modules = learnt.records.sites.modules();
  process.sites = learnt.records.sites.sites();
  return learnt;
}

}  // namespace mpitrace::read
