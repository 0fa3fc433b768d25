// SPDX-License-Identifier: BSD-3-Clause
#include "unit/format/schema.h"

#include <google/protobuf/io/coded_stream.h>

#include <filesystem>
#include <stdexcept>

#include "format/chunk.h"
#include "format/crc32c.h"
#include "schema/trace.pb.h"
#include "unit/store/temporary_folder.h"

namespace mpitrace::tests {
namespace {

std::map<std::string, int> enumerators_of(const google::protobuf::EnumDescriptor& description) {
  std::map<std::string, int> found;
  for (int i = 0; i < description.value_count(); ++i)
    found[description.value(i)->name()] = description.value(i)->number();
  return found;
}

ReadHeader plain(const format::Header& read) {
  return {read.format_version(),
          read.process(),
          read.rank(),
          read.world_size(),
          read.host(),
          read.pid(),
          read.executable(),
          read.job(),
          read.mpi_library(),
          read.abi(),
          read.recorder_version(),
          read.clock().kind(),
          read.clock().ticks_per_second(),
          read.start().ticks(),
          read.start().monotonic_raw_ns(),
          read.start().realtime_ns(),
          read.thread_level(),
          read.boot_id()};
}

ReadCommunicator plain(const format::Communicator& read) {
  return {read.id(),   read.origin(),      read.parent(), read.parent_sequence(), read.leader(), read.rank(),
          read.size(), read.remote_size(), read.tag(),    read.members_hash()};
}

ReadTopology plain(const format::Topology& read) {
  return {read.communicator(),
          read.kind(),
          read.out_count(),
          read.in_count(),
          {read.dimensions().begin(), read.dimensions().end()},
          {read.periodic().begin(), read.periodic().end()},
          {read.out().begin(), read.out().end()},
          {read.in().begin(), read.in().end()}};
}

ReadChunk plain(const format::Chunk& read) {
  ReadChunk chunk{};
  chunk.process = read.process();
  chunk.thread = read.thread();
  chunk.sequence = read.sequence();
  chunk.start_ticks = read.start_ticks();
  chunk.end_ticks = read.end_ticks();
  chunk.calls = read.calls();
  chunk.dropped_calls = read.loss().dropped_calls();
  chunk.lost_chunks = read.loss().lost_chunks();
  chunk.nested_calls = read.loss().nested_calls();
  chunk.abandoned_calls = read.loss().abandoned_calls();
  chunk.record.assign(read.record().begin(), read.record().end());
  for (const auto& function : read.function()) {
    chunk.functions.push_back({function.id(), function.name(), function.group(), function.kind()});
  }
  for (const auto& module : read.module()) chunk.modules.push_back({module.id(), module.path(), module.build_id()});
  for (const auto& context : read.context()) {
    chunk.contexts.push_back({context.id(), context.function(), context.module(), context.offset()});
  }
  for (const auto& communicator : read.communicator()) chunk.communicators.push_back(plain(communicator));
  for (const auto& region : read.region_name()) chunk.region_names[region.id()] = region.name();
  for (const auto& sample : read.clock_sample()) {
    chunk.clock_samples.push_back({sample.peer_process(), sample.peer_ticks(), sample.ticks_before(),
                                   sample.ticks_after(), static_cast<int>(sample.when())});
  }
  for (const auto& topology : read.topology()) chunk.topologies.push_back(plain(topology));
  for (const auto& window : read.window()) {
    chunk.windows.push_back({window.id(), window.communicator(), window.parent_sequence(), window.flavour(),
                             window.bytes(), window.displacement_unit()});
  }
  for (const auto& named : read.window_name()) chunk.window_names[named.id()] = named.name();
  for (const auto& file : read.file()) {
    chunk.files.push_back({file.id(), file.communicator(), file.parent_sequence(), file.name(), file.mode()});
  }
  for (const auto& named : read.communicator_name()) chunk.communicator_names[named.id()] = named.name();
  chunk.thread_name = read.thread_info().name();
  chunk.end_reason = read.end().reason();
  return chunk;
}

// Where the chunks lie is no part of what libprotobuf tells, so the fields of the file are walked once more.
void check_sums(const std::string& bytes) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
  google::protobuf::io::CodedInputStream fields(at, static_cast<int>(bytes.size()));
  while (const std::uint32_t tag = fields.ReadTag()) {
    std::uint32_t size = 0;
    fields.ReadVarint32(&size);
    const std::uint8_t* message = at + fields.CurrentPosition();
    fields.Skip(static_cast<int>(size));
    if (tag >> 3U != format::TraceFile::kChunkFieldNumber) continue;
    constexpr std::size_t kFrom = format::kCheckedAt - format::kChunkMessageAt;
    format::Chunk chunk;
    if (!chunk.ParseFromArray(message, static_cast<int>(size)) ||
        chunk.crc32c() != format::crc32c(message + kFrom, size - kFrom)) {
      throw std::runtime_error("a chunk's checksum is wrong");
    }
  }
}

}  // namespace

std::map<std::string, int> kinds_of_schema() {
  return enumerators_of(*format::Kind_descriptor());
}
std::map<std::string, int> groups_of_schema() {
  return enumerators_of(*format::Group_descriptor());
}

ReadFile read_trace(const std::string& bytes) {
  format::TraceFile read;
  if (!read.ParseFromString(bytes)) throw std::runtime_error("libprotobuf cannot read the file");
  check_sums(bytes);
  ReadFile file;
  for (const auto& header : read.header()) file.headers.push_back(plain(header));
  for (const auto& live : read.live()) file.live.push_back(live);
  for (const auto& chunk : read.chunk()) file.chunks.push_back(plain(chunk));
  return file;
}

ReadFile read_trace_file(const std::string& path) {
  if (!std::filesystem::exists(path)) throw std::runtime_error("there is no " + path);
  return read_trace(content_of(path));
}

ReadChunk read_open_chunk(const std::string& body) {
  format::Chunk read;
  if (!read.ParseFromString(body)) throw std::runtime_error("libprotobuf cannot read the slot's chunk");
  return plain(read);
}

}  // namespace mpitrace::tests
