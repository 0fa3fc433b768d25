// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a rank's log and live file, read and merged to the end: no crash, no hang, no memory beyond the input's
// size class. The first two bytes say where the live file begins. Checksums are made right first, or nothing behind
// them would ever be reached.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cli/tee_sink.h"
#include "format/chunk.h"
#include "format/crc32c.h"
#include "merge/clocks.h"
#include "merge/communicators.h"
#include "merge/merger.h"
#include "merge/slices.h"
#include "model/workers.h"
#include "present/chrome_file.h"
#include "present/dump.h"
#include "present/perfetto_file.h"
#include "read/run.h"

namespace mpitrace {
namespace {

void mend_checksums(std::vector<std::uint8_t>& bytes) {
  for (std::size_t at = 0; at + format::kChunkPrefixBytes <= bytes.size(); ++at) {
    if (bytes[at] != 0x1a || std::memcmp(bytes.data() + at + format::kMagicAt, &format::kChunkMagic, 4) != 0) continue;
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < format::kChunkLengthBytes; ++i)
      length |= static_cast<std::uint64_t>(bytes[at + format::kChunkLengthAt + i] & 0x7fU) << (7 * i);
    const std::size_t end = at + format::kChunkMessageAt + length;
    if (end > bytes.size() || end < at + format::kChunkPrefixBytes) continue;
    const std::uint32_t sum = format::crc32c(bytes.data() + at + format::kCheckedAt, end - at - format::kCheckedAt);
    std::memcpy(bytes.data() + at + format::kCrcAt, &sum, sizeof sum);
  }
}

void read_all(std::vector<read::MappedFile> files) {
  model::Workers workers(1);
  auto opened = read::open_run(std::move(files), {}, workers);
  if (!opened || opened->run.processes.empty()) return;
  read::OpenRun& open = *opened;
  merge::align_clocks(open.run);
  open.start_clocks();
  const model::Communicators communicators = merge::unite_communicators(open.run);
  model::SiteNames names;
  for (const model::Process& process : open.run.processes) names.emplace_back(process.sites.size());
  const present::TimelineSource whole{open.run, communicators, names, "", {}};
  const present::ChromeFile chrome(whole);
  const present::PerfettoFile perfetto(whole, true);
  std::vector<std::unique_ptr<present::Timeline>> timelines;  // two of each process
  std::vector<std::unique_ptr<cli::TeeSink>> tees;
  std::vector<model::MergedSink*> sinks;
  for (std::size_t i = 0; i < open.run.processes.size(); ++i) {
    const present::TimelineFile* const forms[] = {&chrome, &perfetto};
    for (const present::TimelineFile* form : forms) {
      timelines.push_back(form->rank(i));
      timelines.back()->describe();
    }
    tees.push_back(std::make_unique<cli::TeeSink>(
        std::vector<model::MergedSink*>{timelines[2 * i].get(), timelines[2 * i + 1].get()}));
    sinks.push_back(tees.back().get());
    present::Dump dump(open.run, communicators, names[i], i, {});
    for (std::uint32_t thread = 0; thread < open.run.processes[i].threads.size(); ++thread) {
      const auto source = open.source(i, thread);
      while (const model::Record* record = source->next()) {
        dump.record(thread, *record);
        dump.lines().clear();
      }
    }
  }
  merge::Merger merger(
      open.run, communicators, [&](std::size_t i, std::size_t thread) { return open.source(i, thread); }, sinks);
  std::vector<merge::Work> work;
  for (const auto& span : open.chunk_spans()) work.push_back({span.start, span.end, span.bytes});
  merger.merge(merge::cut_slices(work, 1000), workers, [&](std::size_t, std::size_t i) {
    timelines[2 * i]->written().clear();
    perfetto.seal(timelines[2 * i + 1]->written());
    timelines[2 * i + 1]->written().clear();
  });
  for (const auto& timeline : timelines) timeline->finish();
}

}  // namespace
}  // namespace mpitrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t split = 2 + (data[0] + std::size_t{256} * data[1]) % (size - 1);
  std::vector<std::uint8_t> log(data + 2, data + split);
  mpitrace::mend_checksums(log);
  std::vector<mpitrace::read::MappedFile> files;
  files.push_back(mpitrace::read::MappedFile::from_bytes("profile_0.out.part", std::move(log)));
  files.push_back(mpitrace::read::MappedFile::from_bytes("profile_0.out.live", {data + split, data + size}));
  mpitrace::read_all(std::move(files));
  return 0;
}
