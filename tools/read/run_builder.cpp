// SPDX-License-Identifier: BSD-3-Clause
// open_run(): scans of files -> processes, sorted and named, with what each of their chunks defines.
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "read/run.h"
#include "read/run_files.h"

namespace mpitrace::read {
namespace {

constexpr std::size_t kMissingListed = 64;

}  // namespace

// Puts a run together from the scans of its files.
class RunBuilder {
 public:
  RunBuilder(const RunChoice& choice, model::Workers& workers) : choice_(choice), workers_(workers) {}

  model::Result<OpenRun> build(std::vector<MappedFile> files) {
    open_.files_ = std::move(files);
    if (auto scanned = scan_files(); !scanned) return scanned.error();
    if (parts_.empty())
      return model::Error{open_.files_.front().path() + ": holds no trace (" + damage_summary() + ")"};
    if (auto chosen = choose_job(); !chosen) return chosen.error();
    order_processes();
    workers_.for_each(open_.records_.size(), [this](std::size_t process) { learn(process); });
    for (std::vector<model::Damage>& damage : damage_of_process_)
      open_.run.damage.insert(open_.run.damage.end(), damage.begin(), damage.end());
    find_missing_ranks();
    return std::move(open_);
  }

 private:
  // A process, gathered from all files.
  struct Part {
    model::Process process;
    std::vector<ChunkFrame> chunks;
    std::vector<OpenSlot> slots;
    std::set<const MappedFile*> files;
  };

  model::Result<model::Nothing> scan_files();
  void gather(const MappedFile& file, FileScan& scan);
  std::string damage_summary() const;
  model::Result<model::Nothing> choose_job();
  void order_processes();
  void name_headerless(Part& part);
  void learn(std::size_t process);
  static std::vector<ThreadChunks> sort_chunks(Part& part);
  void learn_chunk(std::size_t process, const ChunkFrame& frame, model::Thread& thread);
  static std::uint64_t count_beyond_slot(ThreadChunks& chunks, const Sites& sites);
  void find_missing_ranks();

  const RunChoice& choice_;
  model::Workers& workers_;
  OpenRun open_;
  std::map<std::uint64_t, Part> parts_;  // by process id
  std::vector<Part> chosen_;             // as in Run::processes
  std::vector<std::vector<model::Damage>> damage_of_process_;
};

model::Result<model::Nothing> RunBuilder::scan_files() {
  std::vector<std::optional<model::Result<FileScan>>> scans(open_.files_.size());
  workers_.for_each(scans.size(), [&](std::size_t i) { scans[i].emplace(scan_file(open_.files_[i])); });
  for (std::size_t i = 0; i < scans.size(); ++i) {
    if (!*scans[i]) return scans[i]->error();
    gather(open_.files_[i], **scans[i]);
  }
  return model::Nothing{};
}

void RunBuilder::gather(const MappedFile& file, FileScan& scan) {
  for (auto& [id, header] : scan.headers) {
    Part& part = parts_[id];
    part.files.insert(&file);
    const std::uint64_t bytes = part.process.file_bytes + header.file_bytes;
    part.process = std::move(header);
    part.process.file_bytes = bytes;
  }
  for (const ChunkFrame& chunk : scan.chunks) {
    Part& part = parts_[chunk.process];
    part.files.insert(&file);
    part.chunks.push_back(chunk);
  }
  for (const OpenSlot& slot : scan.slots) {
    Part& part = parts_[slot.frame.process];
    part.files.insert(&file);
    part.slots.push_back(slot);
  }
  open_.run.damage.insert(open_.run.damage.end(), scan.damage.begin(), scan.damage.end());
}

std::string RunBuilder::damage_summary() const {
  if (open_.run.damage.empty()) return "it is empty: the program was killed before it was written, or never recorded";
  return open_.run.damage.front().reason + " at byte " + std::to_string(open_.run.damage.front().begin);
}

model::Result<model::Nothing> RunBuilder::choose_job() {
  std::map<std::string, model::OtherJob> jobs;
  for (const auto& [id, part] : parts_) {
    if (!part.process.has_header) continue;
    model::OtherJob& job = jobs[part.process.job];
    job.job = part.process.job;
    ++job.processes;
    job.started_realtime_ns = std::max(job.started_realtime_ns, part.process.anchors.front().realtime_ns);
  }
  const auto newest = std::max_element(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) {
    return a.second.started_realtime_ns < b.second.started_realtime_ns;
  });
  open_.run.job = !choice_.job.empty() ? choice_.job : newest != jobs.end() ? newest->first : "";
  if (!choice_.job.empty() && jobs.count(choice_.job) == 0) {
    std::string names;
    for (const auto& [name, job] : jobs) names += (names.empty() ? "" : ", ") + name;
    return model::Error{"no job " + choice_.job + " in this run (there are: " + names + ")"};
  }
  for (const auto& [name, job] : jobs) {
    if (name != open_.run.job) open_.run.other_jobs.push_back(job);
  }
  return model::Nothing{};
}

void RunBuilder::name_headerless(Part& part) {
  const std::string& path = (*part.files.begin())->path();
  part.process.rank = {rank_in_name(path)};
  part.process.job = open_.run.job;
  open_.run.damage.push_back(
      {path, 0, 0, "no header (its rank is taken from the file's name; host and clock are unknown)"});
}

void RunBuilder::order_processes() {
  for (auto& [id, part] : parts_) {
    part.process.id = id;
    if (!part.process.has_header) name_headerless(part);
    if (part.process.job != open_.run.job) continue;
    if (choice_.has_rank && !choice_.has_rank(part.process.rank.value)) continue;
    chosen_.push_back(std::move(part));
  }
  const auto start = [](const Part& part) {
    return part.process.anchors.empty() ? 0 : part.process.anchors.front().realtime_ns;
  };
  std::stable_sort(chosen_.begin(), chosen_.end(), [&](const Part& a, const Part& b) {
    return std::tuple(a.process.rank, start(a), a.process.id) < std::tuple(b.process.rank, start(b), b.process.id);
  });
  for (std::size_t i = 1; i < chosen_.size(); ++i) {
    const model::Process& before = chosen_[i - 1].process;
    if (before.rank == chosen_[i].process.rank) chosen_[i].process.world = before.world + 1;
  }
  open_.run.processes.resize(chosen_.size());
  open_.records_.resize(chosen_.size());
  damage_of_process_.resize(chosen_.size());
}

// By thread and number; of two with the same number one is kept, and a slot only if no chunk has its number.
std::vector<ThreadChunks> RunBuilder::sort_chunks(Part& part) {
  std::map<std::uint32_t, ThreadChunks> threads;
  for (const ChunkFrame& chunk : part.chunks) threads[chunk.thread].chunks.push_back(chunk);
  std::vector<ThreadChunks> sorted;
  for (OpenSlot& slot : part.slots) threads[slot.frame.thread];
  for (auto& [number, thread] : threads) {
    const auto same = [](const ChunkFrame& a, const ChunkFrame& b) { return a.sequence == b.sequence; };
    std::stable_sort(thread.chunks.begin(), thread.chunks.end(),
                     [](const ChunkFrame& a, const ChunkFrame& b) { return a.sequence < b.sequence; });
    const auto duplicates = std::unique(thread.chunks.begin(), thread.chunks.end(), same);
    part.process.duplicate_chunks += static_cast<std::uint64_t>(thread.chunks.end() - duplicates);
    thread.chunks.erase(duplicates, thread.chunks.end());
    for (OpenSlot& slot : part.slots) {
      const bool is_newer = thread.chunks.empty() || slot.frame.sequence > thread.chunks.back().sequence;
      if (slot.frame.thread != number || !is_newer) continue;
      thread.chunks.push_back(slot.frame);
      thread.open = slot;
    }
    thread.number = number;
    sorted.push_back(std::move(thread));
  }
  return sorted;
}

void RunBuilder::learn(std::size_t index) {
  Part& part = chosen_[index];
  ProcessRecords& records = open_.records_[index];
  model::Process& process = open_.run.processes[index];
  records.threads = sort_chunks(part);
  process = std::move(part.process);
  process.is_closed = std::none_of(part.files.begin(), part.files.end(), [](const MappedFile* file) {
    return is_log_of_living_process(file->path()) || is_live_file(file->path());
  });
  for (ThreadChunks& chunks : records.threads) {
    model::Thread& thread = process.threads.emplace_back();
    thread.number = chunks.number;
    for (const ChunkFrame& frame : chunks.chunks) {
      learn_chunk(index, frame, thread);
      if (!chunks.is_open(frame)) frame.file->forget(frame.body);
    }
    if (chunks.open) thread.calls += count_beyond_slot(chunks, records.sites);
    if (!chunks.chunks.empty()) thread.missing_chunks = chunks.chunks.back().sequence + 1 - chunks.chunks.size();
    process.file_bytes += thread.record_bytes;
  }
  process.functions = records.sites.functions();
  process.modules = records.sites.modules();
  process.sites = records.sites.sites();
}

void RunBuilder::learn_chunk(std::size_t index, const ChunkFrame& frame, model::Thread& thread) {
  model::Process& process = open_.run.processes[index];
  thread.record_bytes += frame.bytes;
  thread.loss = frame.loss;  // totals
  ChunkContents contents;
  if (!read_chunk(frame.body, contents)) {
    damage_of_process_[index].push_back({frame.file->path(), frame.file_offset, frame.file_offset + frame.bytes,
                                         "a chunk whose fields cannot be read"});
    process.damaged_bytes += frame.bytes;
    return;
  }
  thread.calls += frame.calls;
  open_.records_[index].sites.learn(contents);
  if (frame.anchor.monotonic_raw_ns != 0) process.anchors.push_back(frame.anchor);
  for (const model::LocalCommunicator& local : contents.communicators) process.communicators[local.id] = local;
  for (const auto& [id, name] : contents.communicator_names) {
    const auto found = process.communicators.find(id);
    if (found != process.communicators.end()) found->second.name = name;
  }
  if (contents.thread) std::tie(thread.os_id, thread.name) = *contents.thread;
  if (contents.end) {
    thread.ended = true;
    thread.reason = *contents.end;
  }
}

// The numbers in a slot may be a call behind or ahead of its bytes: sets them by the bytes. Gives what that adds to the
// calls (it wraps).
std::uint64_t RunBuilder::count_beyond_slot(ThreadChunks& chunks, const Sites& sites) {
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

void RunBuilder::find_missing_ranks() {
  std::set<std::int32_t> present;
  std::uint32_t world_size = 0;
  for (const model::Process& process : open_.run.processes) {
    present.insert(process.rank.value);
    world_size = std::max(world_size, process.world_size);
  }
  if (choice_.has_rank) return;
  present.erase(-1);
  std::uint64_t expected = 0;
  for (const std::int32_t rank : present) {
    if (rank >= 0 && static_cast<std::uint32_t>(rank) < world_size) ++expected;
  }
  open_.run.missing = world_size - expected;
  for (std::uint32_t rank = 0; rank < world_size && open_.run.missing_ranks.size() < kMissingListed; ++rank) {
    if (present.count(static_cast<std::int32_t>(rank)) == 0)
      open_.run.missing_ranks.push_back(static_cast<std::int32_t>(rank));
  }
}

namespace {

// The path that the run was read from: of several, the one that is named after its job.
const std::string& path_of_job(const std::vector<std::string>& paths, const std::string& job) {
  for (const std::string& path : paths) {
    if (!job.empty() && path.find(job) != std::string::npos) return path;
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
    unreadable.push_back({name, 0, 0, file.error().text});
  }
  // One file that cannot be read must not hide the others.
  if (files.empty()) return model::Error{first_error};
  auto opened = open_run(std::move(files), choice, workers);
  if (!opened) return opened;
  opened->run.damage.insert(opened->run.damage.end(), unreadable.begin(), unreadable.end());
  opened->run.path = path_of_job(paths, opened->run.processes.front().job);
  return opened;
}

model::Result<OpenRun> open_run(std::vector<MappedFile> files, const RunChoice& choice, model::Workers& workers) {
  if (files.empty()) return model::Error{"no files given"};
  google::protobuf::SetLogHandler(nullptr);  // what it would write to stderr by itself becomes damage here
  return RunBuilder(choice, workers).build(std::move(files));
}

}  // namespace mpitrace::read
