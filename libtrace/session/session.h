// SPDX-License-Identifier: BSD-3-Clause
// The life of a recording: where settings, threads and files meet. Takes the moments of a process (first call, rank
// known, end); gives files in the run's folder. Never ends the process, never raises; what goes wrong turns recording
// off and is said once.
#pragma once

#include <cstdint>

#include "record/thread.h"
#include "session/header.h"
#include "session/settings.h"

namespace mpitrace::session {

enum class EndReason : std::uint32_t { kFinalize = 1, kExit = 2, kAbort = 3, kThreadExit = 4 };

struct Totals {
  format::LossCounts loss{};
  std::uint64_t threads = 0;
  bool disk_full = false;
  bool too_long = false;  // the system allows no longer file
  bool size_limit = false;
  bool gone = false;         // somebody closed our descriptor
  bool unmapped = false;     // the live slots die with the process
  bool removed = false;      // somebody removed the file while the program ran
  bool left_behind = false;  // a thread's last chunk is in its live slot only
};

// Reads the settings and makes the recorder ready, the first time; files come with the first record. False when nothing
// will be recorded.
bool start() noexcept;

const Settings& settings() noexcept;
// A name in the list of MPITRACE_<setting> that no function has is said with the other complaints.
void complain_of_name(const char* setting, const char* name, const char* nearest) noexcept;
std::uint64_t start_ticks() noexcept;  // of the recording
std::uint64_t ticks_per_second() noexcept;
const char* folder() noexcept;     // empty before the first recorded call
int rank() noexcept;               // -1 while unknown
int world_size() noexcept;         // 0 while unknown
std::uint64_t process() noexcept;  // the header's number

// MPI is up: the rank and the library are known. Files get their true name, the header is written again.
void identify(int rank, int world_size, const Library& library) noexcept;

// The program's own time begins now: what the recorder did behind MPI_Init is start-up too.
void begin_program() noexcept;

// Writes out what all threads hold, with the reason in their last chunks, and closes the file well. Other threads must
// be outside MPI, as MPI asks of them at these moments; one that is not keeps its live slot and the file its .part.
// Recording goes on for what may still come; doing it again writes out only that.
void finish(EndReason reason) noexcept;

// Whether finish() is at work, for those that may come while it is: who has entered and then sees false here is seen by
// it, and left alone.
bool is_finishing() noexcept;

// From here on every record is written at once: the process is ending and nobody will come to flush.
void write_through() noexcept;

// Writes the chunk under construction, so that definitions and records so far are in the file.
void flush(record::Thread& thread) noexcept;

// For the whole process; each thread follows at its next call.
void set_paused(bool paused) noexcept;

// Losses so far, all threads.
Totals totals() noexcept;

// The first of all recording threads, which are linked by Thread::next.
record::Thread* threads() noexcept;

}  // namespace mpitrace::session
