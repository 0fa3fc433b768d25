// SPDX-License-Identifier: BSD-3-Clause
// Files as libprotobuf reads them, and the schema's enumerations, in plain values: the schema's classes share names
// with format/fields.h, so that no test can see both. Takes bytes; gives what they say. Throws where libprotobuf cannot
// read them or a checksum is wrong.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mpitrace::tests {

// Name and number of each enumerator: "KIND_SEND", "GROUP_IO".
std::map<std::string, int> kinds_of_schema();
std::map<std::string, int> groups_of_schema();

struct ReadHeader {
  std::uint32_t format_version;
  std::uint64_t process;
  int rank;
  std::uint32_t world_size;
  std::string host;
  std::uint32_t pid;
  std::string executable;
  std::string job;
  std::string mpi_library;
  int abi;
  std::string recorder_version;
  int clock_kind;
  std::uint64_t ticks_per_second;
  std::uint64_t start_ticks;
  std::uint64_t start_monotonic_raw_ns;
  std::uint64_t start_realtime_ns;
  std::uint32_t thread_level;
  std::string boot_id;
};

struct ReadFunction {
  std::uint32_t id;
  std::string name;
  int group;
  int kind;
};
struct ReadModule {
  std::uint32_t id;
  std::string path;
  std::string build_id;
};
struct ReadContext {
  std::uint32_t id;
  std::uint32_t function;
  std::uint32_t module;
  std::uint64_t offset;
};
struct ReadCommunicator {
  std::uint32_t id;
  int origin;
  std::uint32_t parent;
  std::uint64_t parent_sequence;
  std::int32_t leader;
  std::int32_t rank;
  std::uint32_t size;
  std::uint32_t remote_size;
  std::int32_t tag;
  std::uint64_t members_hash;
};

struct ReadWindow {
  std::uint32_t id;
  std::uint32_t communicator;
  std::uint64_t parent_sequence;
  int flavour;
  std::uint64_t bytes;
  std::uint64_t displacement_unit;
};
struct ReadClockSample {
  std::uint64_t peer_process;
  std::uint64_t peer_ticks;
  std::uint64_t ticks_before;
  std::uint64_t ticks_after;
  int when;
};
struct ReadOpenFile {
  std::uint32_t id;
  std::uint32_t communicator;
  std::uint64_t parent_sequence;
  std::string name;
  std::uint32_t mode;
};
struct ReadTopology {
  std::uint32_t communicator;
  int kind;
  std::uint32_t out_count;
  std::uint32_t in_count;
  std::vector<std::uint32_t> dimensions;
  std::vector<std::uint32_t> periodic;
  std::vector<std::uint32_t> out;
  std::vector<std::uint32_t> in;
};

struct ReadChunk {
  std::uint64_t process;
  std::uint32_t thread;
  std::uint64_t sequence;
  std::uint64_t start_ticks;
  std::uint64_t end_ticks;
  std::uint32_t calls;
  std::uint64_t dropped_calls;
  std::uint64_t lost_chunks;
  std::uint64_t nested_calls;
  std::uint64_t abandoned_calls;
  std::vector<std::uint64_t> record;
  std::vector<ReadFunction> functions;
  std::vector<ReadModule> modules;
  std::vector<ReadContext> contexts;
  std::vector<ReadCommunicator> communicators;
  std::vector<ReadTopology> topologies;
  std::map<std::uint64_t, std::string> region_names;
  std::vector<ReadClockSample> clock_samples;
  std::vector<ReadWindow> windows;
  std::map<std::uint32_t, std::string> window_names;
  std::vector<ReadOpenFile> files;
  std::map<std::uint32_t, std::string> communicator_names;
  std::string thread_name;
  int end_reason;  // 0: the thread goes on
};

struct ReadFile {
  std::vector<ReadHeader> headers;
  std::vector<std::string> live;
  std::vector<ReadChunk> chunks;
};

ReadFile read_trace(const std::string& bytes);
ReadFile read_trace_file(const std::string& path);

// Bytes of one chunk of which the fixed-width prefix is not filled in: a live slot's. No checksum is asked of it.
ReadChunk read_open_chunk(const std::string& body);

}  // namespace mpitrace::tests
