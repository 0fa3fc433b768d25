// SPDX-License-Identifier: BSD-3-Clause
// open_run(): scans of files -> the processes of one job, sorted and named.
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "read/learn.h"
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
    learn_processes();
    find_missing_ranks();
    return std::move(open_);
  }

 private:
  model::Result<model::Nothing> scan_files();
  void gather(const MappedFile& file, FileScan& scan);
  std::string damage_summary() const;
  model::Result<model::Nothing> choose_job();
  void order_processes();
  void tell_worlds_apart();
  void name_headerless(Part& part);
  void mark_damaged();
  void learn_processes();
  void find_missing_ranks();

  const RunChoice& choice_;
  model::Workers& workers_;
  OpenRun open_;
  std::map<std::uint64_t, Part> parts_;  // by process id
  std::vector<Part> chosen_;             // as in Run::processes
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
  if (open_.run.damage.empty()) return "no header and no chunk is in it";
  const model::Damage& first = open_.run.damage.front();
  return first.begin == first.end ? "it " + first.reason : first.reason + " at byte " + std::to_string(first.begin);
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
  open_.run.damage.push_back({path, 0, 0,
                              "has no header (its rank is taken from the file's name; host and clock are unknown)",
                              part.process.id});
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
  tell_worlds_apart();
  if (!chosen_.empty()) open_.run.path = (*chosen_.front().files.begin())->path();
}

// Of the processes with one rank in worlds of one size, the n-th is in the n-th of these worlds. Where nobody said the
// size, it is the first world's.
void RunBuilder::tell_worlds_apart() {
  const auto start = [](const model::Process& process) {
    return process.anchors.empty() ? 0 : process.anchors.front().realtime_ns;
  };
  std::pair<std::uint64_t, std::uint32_t> first{~std::uint64_t{0}, 0};  // start, size
  for (const Part& part : chosen_) {
    if (part.process.world_size != 0) first = std::min(first, {start(part.process), part.process.world_size});
  }
  using World = std::pair<std::uint32_t, std::uint32_t>;                 // size, place among those
  std::map<std::pair<std::int32_t, std::uint32_t>, std::uint32_t> seen;  // rank, size
  std::vector<World> worlds;
  std::map<World, std::uint64_t> starts;
  for (const Part& part : chosen_) {
    const std::uint32_t size = part.process.world_size != 0 ? part.process.world_size : first.second;
    const World world{size, seen[{part.process.rank.value, size}]++};
    worlds.push_back(world);
    const auto [place, is_new] = starts.try_emplace(world, start(part.process));
    place->second = std::min(place->second, start(part.process));
  }
  std::vector<std::pair<std::uint64_t, World>> in_order;
  for (const auto& [world, begin] : starts) in_order.emplace_back(begin, world);
  std::sort(in_order.begin(), in_order.end());
  std::map<World, std::uint32_t> numbers;
  for (const auto& [begin, world] : in_order) numbers.emplace(world, static_cast<std::uint32_t>(numbers.size()));
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i].process.world = numbers.at(worlds[i]);
}

// What the scans found, before any chunk is looked into.
void RunBuilder::mark_damaged() {
  std::set<std::uint64_t> damaged;
  for (const model::Damage& damage : open_.run.damage) damaged.insert(damage.process);
  std::set<std::string> live_names;
  for (const MappedFile& file : open_.files_) {
    if (is_live_file(file.path())) live_names.insert(name_of_live_file(file.path()));
  }
  for (Part& part : chosen_) {
    part.process.is_damaged = damaged.count(part.process.id) > 0;
    const MappedFile* log = part.log();
    part.has_live_file = log != nullptr && live_names.count(name_of_live_file(log->path())) > 0;
  }
}

void RunBuilder::learn_processes() {
  mark_damaged();
  std::vector<Learnt> learnt(chosen_.size());
  workers_.for_each(learnt.size(), [&](std::size_t i) { learnt[i] = learn(std::move(chosen_[i])); });
  for (Learnt& one : learnt) {
    open_.run.processes.push_back(std::move(one.process));
    open_.records_.push_back(std::move(one.records));
    open_.run.damage.insert(open_.run.damage.end(), one.damage.begin(), one.damage.end());
  }
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

model::Result<OpenRun> open_run(std::vector<MappedFile> files, const RunChoice& choice, model::Workers& workers) {
  if (files.empty()) return model::Error{"no files given"};
  google::protobuf::SetLogHandler(nullptr);  // what it would write to stderr by itself becomes damage here
  return RunBuilder(choice, workers).build(std::move(files));
}

}  // namespace mpitrace::read
