// SPDX-License-Identifier: BSD-3-Clause
#include "unit/record/record_of_process.h"

#include <cstring>
#include <stdexcept>

#include "format/chunk.h"
#include "unit/store/temporary_folder.h"

namespace mpitrace::tests {
namespace {

constexpr std::size_t kLengthBytes = 4;

void put_length(std::string& bytes, std::size_t at, std::size_t length) {
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    const std::size_t more = i + 1 < kLengthBytes ? 0x80U : 0U;
    bytes.at(at + i) = static_cast<char>((length >> (7 * i) & 0x7fU) | more);
  }
}

// The slot's chunk behind its prefix, with the open record's length set.
std::string body_of(const format::LiveSlot& slot) {
  const auto* chunk = reinterpret_cast<const char*>(&slot) + format::kLiveHeaderBytes;
  std::string bytes(chunk, slot.used_bytes);
  if (slot.open_record != 0) put_length(bytes, slot.open_record, slot.used_bytes - slot.open_record - kLengthBytes);
  return bytes.substr(format::kChunkPrefixBytes);
}

}  // namespace

RecordOfProcess::RecordOfProcess(const std::string& path) {
  for (const ReadChunk& chunk : read_trace_file(path).chunks) add(chunk);
}

RecordOfProcess::RecordOfProcess(const std::string& path, const std::string& live_path) : RecordOfProcess(path) {
  const std::string live = content_of(live_path);
  std::size_t slot_bytes = 0;
  for (std::size_t at = 0; at < live.size(); at += slot_bytes) {
    format::LiveSlot facts{};
    std::memcpy(&facts, live.data() + at, sizeof facts);
    slot_bytes = format::kLiveHeaderBytes + facts.buffer_bytes;
    std::vector<std::uint64_t> aligned(slot_bytes / 8);
    std::memcpy(aligned.data(), live.data() + at, slot_bytes);
    replay(*reinterpret_cast<const format::LiveSlot*>(aligned.data()));
  }
}

void RecordOfProcess::add(const ReadChunk& chunk) {
  Thread& thread = threads_[chunk.thread];
  const std::uint64_t missing = chunk.sequence - thread.next_sequence;
  if (missing != chunk.lost_chunks - thread.lost_chunks) throw std::runtime_error("a chunk is missing or out of order");
  thread.decoder.add(chunk);
  ++thread.chunks;
  thread.next_sequence = chunk.sequence + 1;
  thread.dropped_calls = chunk.dropped_calls;
  thread.lost_chunks = chunk.lost_chunks;
  if (chunk.end_reason != 0) end_reasons_.push_back(chunk.end_reason);
}

void RecordOfProcess::replay(const format::LiveSlot& slot) {
  if (slot.magic != format::kLiveMagic) throw std::runtime_error("this is no live slot");
  if (slot.used_bytes == 0) return;
  if (slot.used_bytes < format::kChunkPrefixBytes || slot.used_bytes > slot.buffer_bytes) {
    throw std::runtime_error("the slot's chunk does not fit into the slot");
  }
  if (slot.sequence >= threads_[slot.thread].next_sequence) {
    ReadChunk chunk = read_open_chunk(body_of(slot));
    chunk.thread = slot.thread;
    chunk.sequence = slot.sequence;
    chunk.start_ticks = slot.start_ticks;
    chunk.dropped_calls = slot.loss.dropped_calls;
    chunk.lost_chunks = slot.loss.lost_chunks;
    add(chunk);
  }
  Thread& thread = threads_[slot.thread];
  if (slot.polls.contexts == 0 || slot.polls.first_ticks < thread.decoder.decoded().end_ticks) return;
  if (slot.polls.last_ticks < slot.polls.first_ticks) throw std::runtime_error("pending polls end before they begin");
  for (std::uint64_t i = 0; i < slot.polls.contexts; ++i) thread.pending_polls += slot.polls.polled[i].count;
}

std::vector<std::int64_t> RecordOfProcess::tags_of_thread(std::uint32_t thread) const {
  std::vector<std::int64_t> tags;
  for (const DecodedCall& call : of_thread(thread).calls) tags.push_back(call.value(format::Field::kTag));
  return tags;
}

std::uint64_t RecordOfProcess::dropped_calls() const {
  std::uint64_t sum = 0;
  for (const auto& [number, thread] : threads_) sum += thread.dropped_calls;
  return sum;
}

}  // namespace mpitrace::tests
