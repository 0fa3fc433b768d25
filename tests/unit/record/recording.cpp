// SPDX-License-Identifier: BSD-3-Clause
#include "unit/record/recording.h"

#include <sys/mman.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "record/control.h"
#include "record/modules.h"

namespace mpitrace::tests {
namespace {

constexpr std::size_t kPageBytes = 4096;

Recording* g_recording = nullptr;

using Write = void (*)(record::Thread&, record::Context&, record::Span, const std::int64_t*);

template <std::size_t kKind>
void write(record::Thread& thread, record::Context& context, record::Span span, const std::int64_t* values) {
  record::write_call<format::carried_fields(static_cast<format::Kind>(kKind))>(thread, context, span, values,
                                                                               [](std::uint8_t* at) { return at; });
}

template <std::size_t... kKinds>
constexpr std::array<Write, sizeof...(kKinds)> writers_of(std::index_sequence<kKinds...>) {
  return {&write<kKinds>...};
}

constexpr auto kWriters = writers_of(std::make_index_sequence<format::kKindCount>{});

}  // namespace

const record::FunctionFacts* functions_of_each_kind() {
  static const std::vector<record::FunctionFacts> functions = [] {
    std::vector<record::FunctionFacts> made;
    for (std::uint32_t n = 0; n < record::kMaxFunctions; ++n) made.push_back({"MPI_Any", 1, n % format::kKindCount});
    return made;
  }();
  return functions.data();
}

Recording::Recording(std::uint32_t buffer_bytes, const record::FunctionFacts* functions)
    : thread_(new record::Thread()), mapped_bytes_(format::kLiveHeaderBytes + buffer_bytes + kPageBytes) {
  // Shared, so that it outlives a forked child that writes to it.
  void* place = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::runtime_error("no memory for a slot");
  mprotect(static_cast<std::uint8_t*>(place) + mapped_bytes_ - kPageBytes, kPageBytes, PROT_NONE);
  thread_->slot = static_cast<format::LiveSlot*>(place);
  slot().magic = format::kLiveMagic;
  slot().process = 77;
  slot().buffer_bytes = buffer_bytes;
  thread_->limit_bytes = buffer_bytes - encode::kChunkReserveBytes;
  thread_->in_use = true;
  g_recording = this;
  record::g_functions = functions;
  record::g_flush = flush_current;
  record::want_pause(record::Pause::kByProgram, false);
  begin_chunk();
}

Recording::~Recording() {
  munmap(thread_->slot, mapped_bytes_);
  for (const record::Scratch& scratch : thread_->scratch) {
    if (scratch.memory != nullptr) munmap(scratch.memory, scratch.bytes);
  }
  record::g_flush = nullptr;
  record::g_thread = nullptr;
  record::want_pause(record::Pause::kByProgram, false);
  g_recording = nullptr;
}

void Recording::call(format::Kind kind, std::uint64_t site, record::Span span, const std::int64_t* values) {
  record::Context& context = record::find_context(*thread_, site, static_cast<std::uint32_t>(kind));
  kWriters.at(static_cast<std::size_t>(kind))(*thread_, context, span, values);
}

void Recording::poll(format::Kind kind, std::uint64_t site, record::Span span) {
  record::Context& context = record::find_context(*thread_, site, static_cast<std::uint32_t>(kind));
  record::count_poll(*thread_, context, span.start_ticks, span.end_ticks);
}

void Recording::flush_current(record::Thread&) noexcept {
  g_recording->close_chunk();
}

void Recording::close_chunk() {
  record::write_polls(*thread_);
  const std::size_t size = encode::close_chunk(slot(), {slot().end_ticks, slot().end_ticks, slot().end_ticks});
  const auto* bytes = reinterpret_cast<const char*>(encode::chunk_bytes(slot()));
  chunks_.push_back(read_trace({bytes, size}).chunks.at(0));
  slot().used_bytes = 0;
  ++slot().sequence;
  begin_chunk();
}

void Recording::begin_chunk() {
  ++thread_->chunk;
  thread_->retired_modules = record::retired_count();
  encode::open_chunk(slot(), slot().end_ticks);
  const std::uint64_t gap = 0;
  if (thread_->paused) record::write_control(*thread_, format::Control::kPause, &gap, 1);
}

const std::vector<ReadChunk>& Recording::chunks() {
  close_chunk();
  return chunks_;
}

Decoded Recording::decode() {
  Decoder decoder;
  for (const ReadChunk& chunk : chunks()) decoder.add(chunk);
  return decoder.decoded();
}

}  // namespace mpitrace::tests
