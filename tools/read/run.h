// SPDX-License-Identifier: BSD-3-Clause
// A run: a folder or a list of files -> the processes that wrote them, all their threads' records, and what is missing
// or damaged. Never guesses silently: whatever had to be assumed stands in Run::damage or in a flag of its process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/call.h"
#include "model/clock.h"
#include "model/process.h"
#include "model/result.h"
#include "model/workers.h"
#include "read/learn.h"

namespace mpitrace::read {

struct RunChoice {
  std::string job;                             // empty: the newest
  std::function<bool(std::int32_t)> has_rank;  // empty: all
};

class OpenRun {
 public:
  model::Run run;

  // Puts all times on the run's clock, by what each process's clock_... say, so that time 0 is the first record's.
  // Before source(), and again after a change of those.
  void start_clocks();
  std::unique_ptr<model::RecordSource> source(std::size_t process, std::size_t thread) const;
  // Only the records of the thread's last chunk, and what its slot says.
  std::unique_ptr<model::RecordSource> last_records(std::size_t process, std::size_t thread) const;
  const ProcessRecords& records(std::size_t process) const { return records_[process]; }
  // For slicing time evenly by work: start, end and bytes of every chunk of all processes, on the run's clock.
  struct ChunkSpan {
    model::Time start;
    model::Time end;
    std::uint64_t bytes;
  };
  std::vector<ChunkSpan> chunk_spans() const;

 private:
  friend class RunBuilder;
  model::Clock plain_clock(const model::Process& process) const;
  model::Duration start_at_zero();
  model::Time date_threads();
  void date_threads_of(std::size_t process);
  std::vector<MappedFile> files_;
  std::vector<ProcessRecords> records_;
  std::vector<model::Clock> clocks_;
  std::optional<std::uint64_t> counter_base_ns_;  // run.base_realtime_ns, before time 0 was moved to the first record
};

// `paths`: one folder, or files. Other failures than these are part of the run: no such path, nothing to read, a later
// format.
model::Result<OpenRun> open_run(const std::vector<std::string>& paths, const RunChoice& choice,
                                model::Workers& workers);
model::Result<OpenRun> open_run(std::vector<MappedFile> files, const RunChoice& choice, model::Workers& workers);

}  // namespace mpitrace::read
