// SPDX-License-Identifier: BSD-3-Clause
#include "read/part.h"

#include <algorithm>
#include <map>

#include "read/run_files.h"

namespace mpitrace::read {
namespace {

// Gives how many chunks had a number that another has, too.
std::uint64_t sort_and_keep_one_of_each(std::vector<ChunkFrame>& chunks) {
  std::stable_sort(chunks.begin(), chunks.end(),
                   [](const ChunkFrame& a, const ChunkFrame& b) { return a.sequence < b.sequence; });
  const auto same = [](const ChunkFrame& a, const ChunkFrame& b) { return a.sequence == b.sequence; };
  const auto duplicates = std::unique(chunks.begin(), chunks.end(), same);
  const auto count = static_cast<std::uint64_t>(chunks.end() - duplicates);
  chunks.erase(duplicates, chunks.end());
  return count;
}

void add_slot(ThreadChunks& thread, const OpenSlot& slot) {
  if (!thread.chunks.empty() && slot.frame.sequence <= thread.chunks.back().sequence) return;
  thread.chunks.push_back(slot.frame);
  thread.open = slot;
}

}  // namespace

bool Part::is_closed() const {
  return slots.empty() && std::none_of(files.begin(), files.end(), [](const MappedFile* file) {
           return is_log_of_living_process(file->path()) || is_live_file(file->path());
         });
}

const MappedFile* Part::log() const {
  const auto found =
      std::find_if(files.begin(), files.end(), [](const MappedFile* file) { return !is_live_file(file->path()); });
  return found != files.end() ? *found : nullptr;
}

std::vector<ThreadChunks> sort_chunks(Part& part) {
  std::map<std::uint32_t, ThreadChunks> threads;
  for (const ChunkFrame& chunk : part.chunks) threads[chunk.thread].chunks.push_back(chunk);
  for (auto& [number, thread] : threads) part.process.duplicate_chunks += sort_and_keep_one_of_each(thread.chunks);
  for (const OpenSlot& slot : part.slots) add_slot(threads[slot.frame.thread], slot);
  std::vector<ThreadChunks> sorted;
  for (auto& [number, thread] : threads) {
    thread.number = number;
    sorted.push_back(std::move(thread));
  }
  return sorted;
}

}  // namespace mpitrace::read
