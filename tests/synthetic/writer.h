// SPDX-License-Identifier: BSD-3-Clause
// A second, independent writer of format v1: slow, plain, straight from docs/FORMAT.md. Takes calls in ticks, gives the
// bytes of a rank's files. Tests and benchmarks make runs of known truth with it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "format/live_slot.h"
#include "format/records.h"
#include "schema/trace.pb.h"

namespace mpitrace::synthetic {

using Field = format::Field;

struct Status {
  std::int64_t source = 0;
  std::int64_t tag = 0;
  std::uint64_t bytes = 0;
};

struct Entry {
  std::int64_t id = 0;
  bool cancelled = false;
  std::optional<Status> status;
};

struct Call {
  std::string function;
  std::uint64_t gap = 0;  // ticks since the end of the record before
  std::uint64_t duration = 0;
  std::vector<std::pair<Field, std::int64_t>> fields;
  std::vector<Entry> entries;  // Listed is set from these
  std::uint64_t site = 0;      // offset of the return address in the module
};

struct Polled {
  std::string function;
  std::uint64_t count = 0;
  std::uint64_t busy_ticks = 0;
  std::uint64_t site = 0;
};

// The module all call sites lie in.
struct Binary {
  std::string path = "/synthetic/app";
  std::string build_id = "synthetic build id";
};

class ProcessWriter;

class ThreadWriter {
 public:
  ThreadWriter(ProcessWriter& process, std::uint32_t number, std::uint64_t start_ticks);

  void call(const Call& call);
  void polls(std::uint64_t gap, std::uint64_t span, const std::vector<Polled>& polled);
  void pause(std::uint64_t gap);
  void resume(std::uint64_t gap);
  void flush(std::uint64_t gap, std::uint64_t duration);
  void completed(const std::vector<Entry>& entries);
  void control(std::uint64_t type, const std::vector<std::uint64_t>& values);
  void communicator(const format::Communicator& communicator);
  void communicator_name(std::uint32_t id, const std::string& name);
  void definition(std::uint32_t field, const std::string& message);
  void info(std::uint32_t os_id, const std::string& name);

  void end_chunk();
  void skip_chunk();  // as if the chunk had been lost on its way to the disk
  void end(format::End::Reason reason);
  // The chunk under construction as a live slot, in a call if `function` is not empty.
  std::string slot(const std::string& function, std::uint64_t gap, format::CurrentCall current = {},
                   const std::vector<Polled>& pending = {});

  std::uint64_t end_ticks() const { return end_ticks_; }
  format::LossCounts loss{};
  std::size_t chunk_bytes = 256U << 10U;
  std::uint32_t slot_bytes = 64U << 10U;  // room in a live slot

 private:
  struct Memory {
    std::array<std::uint64_t, format::kFieldCount> last{};
    std::array<std::uint64_t, format::kFieldCount> step{};
  };
  std::uint64_t context(const std::string& function, std::uint64_t site);
  void define_function(const std::string& name);
  void put_entry(const Entry& entry);
  void close_record();
  std::string prefix(std::size_t body_bytes) const;
  void begin_chunk();

  ProcessWriter& process_;
  std::uint32_t number_;
  std::uint64_t sequence_ = 0;
  std::uint64_t start_ticks_;
  std::uint64_t end_ticks_;
  std::uint32_t calls_ = 0;
  bool is_paused_ = false;
  std::string body_;
  std::string record_;
  std::int64_t expected_id_ = 0;
  std::map<std::string, std::uint32_t> functions_;
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> contexts_;
  std::vector<Memory> memory_;
};

class ProcessWriter {
 public:
  explicit ProcessWriter(format::Header header, Binary binary = {});

  ThreadWriter& thread(std::uint32_t number = 0);
  const format::Header& header() const { return header_; }
  const Binary& binary() const { return binary_; }
  // The clock the anchors show: ns = ticks * ns_per_1024_ticks / 1024.
  std::uint64_t ns_per_1024_ticks = 1024;

  // The log so far: header and ended chunks.
  std::string log() const { return log_; }
  void append(const std::string& bytes) { log_ += bytes; }
  format::Anchor anchor(std::uint64_t ticks) const;

 private:
  format::Header header_;
  Binary binary_;
  std::string log_;
  std::map<std::uint32_t, std::unique_ptr<ThreadWriter>> threads_;
};

// A header with all that a reader asks for. Ticks and nanoseconds start at `start`.
format::Header make_header(std::int32_t rank, std::uint32_t world_size, std::uint64_t start = 1'000'000);
format::Communicator world(std::int32_t rank, std::uint32_t size);

void put_field(std::string& out, std::uint32_t number, const std::string& message);
void put_varint(std::string& out, std::uint64_t value);
std::uint64_t zigzag(std::int64_t value);
void write_file(const std::string& path, const std::string& bytes);

}  // namespace mpitrace::synthetic
