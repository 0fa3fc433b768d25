// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/writer.h"

#include <fstream>

#include "format/chunk.h"

namespace mpitrace::synthetic {

void put_field(std::string& out, std::uint32_t number, const std::string& message) {
  put_varint(out, number << 3U | 2U);
  put_varint(out, message.size());
  out += message;
}

void put_varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80U) {
    out += static_cast<char>(value | 0x80U);
    value >>= 7U;
  }
  out += static_cast<char>(value);
}

std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

format::Header make_header(std::int32_t rank, std::uint32_t world_size, std::uint64_t start) {
  format::Header header;
  header.set_format_version(format::kFormatVersion);
  header.set_process(0x1000 + static_cast<std::uint64_t>(rank));
  header.set_rank(rank);
  header.set_world_size(world_size);
  header.set_host("node" + std::to_string(rank / 64));
  header.set_pid(4000 + static_cast<std::uint32_t>(rank));
  header.set_executable("/synthetic/app");
  header.set_job("job1");
  header.set_mpi_library("Synthetic MPI 1.0");
  header.set_abi(format::ABI_OPEN_MPI);
  header.set_recorder_version("0.1.0");
  header.mutable_clock()->set_kind(format::Clock::CLOCK_TSC);
  header.mutable_clock()->set_ticks_per_second(1'000'000'000);
  header.mutable_start()->set_ticks(start);
  header.mutable_start()->set_monotonic_raw_ns(start);
  header.mutable_start()->set_realtime_ns(1'700'000'000'000'000'000 + start);
  header.set_boot_id("boot");
  return header;
}

format::Communicator world(std::int32_t rank, std::uint32_t size) {
  format::Communicator communicator;
  communicator.set_id(1);
  communicator.set_origin(format::Communicator::ORIGIN_WORLD);
  communicator.set_leader(0);
  communicator.set_rank(rank);
  communicator.set_size(size);
  return communicator;
}

ProcessWriter::ProcessWriter(format::Header header, Binary binary)
    : header_(std::move(header)), binary_(std::move(binary)) {
  put_field(log_, format::TraceFile::kHeaderFieldNumber, header_.SerializeAsString());
}

ThreadWriter& ProcessWriter::thread(std::uint32_t number) {
  auto& thread = threads_[number];
  if (!thread) thread = std::make_unique<ThreadWriter>(*this, number, header_.start().ticks());
  return *thread;
}

format::Anchor ProcessWriter::anchor(std::uint64_t ticks) const {
  const std::uint64_t passed = (ticks - header_.start().ticks()) * ns_per_1024_ticks / 1024;
  format::Anchor anchor;
  anchor.set_ticks(ticks);
  anchor.set_monotonic_raw_ns(header_.start().monotonic_raw_ns() + passed);
  anchor.set_realtime_ns(header_.start().realtime_ns() + passed);
  return anchor;
}

}  // namespace mpitrace::synthetic
