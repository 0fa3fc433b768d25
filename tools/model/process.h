// SPDX-License-Identifier: BSD-3-Clause
// What is known of a run without looking at its calls: processes, threads, call sites, communicators, and how much is
// missing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"
#include "model/clock_shift.h"
#include "model/time.h"

namespace mpitrace::model {

struct Rank {
  std::int32_t value = -1;  // -1: nobody said
  friend auto operator<=>(Rank, Rank) = default;
};

struct Function {
  std::string name;
  Group group = Group::kUnknown;
  Kind kind = Kind::kPlain;
};

// Makes a communicator in a call that counts among the collectives of another one; false where only a group, or nobody
// else, takes part.
bool is_collective_on_parent(std::string_view function);

struct Module {
  std::string path;
  std::string build_id;  // raw bytes; empty when the module has none
};

// A call site. function and module are indexes; module is kNoModule when the address lies in none.
struct Site {
  std::uint32_t function = 0;
  std::uint32_t module = 0;
  std::uint64_t offset = 0;
};
inline constexpr std::uint32_t kNoModule = 0xffff'ffffU;

// What a call site is called, as far as its module and its debug information say.
struct SiteName {
  std::string place;     // "ring.c:42", else "app+0x12ab"
  std::string function;  // empty when unknown
};
using SiteNames = std::vector<std::vector<SiteName>>;  // [process][site]

enum class Origin : std::uint8_t {
  kUnknown,
  kWorld,
  kSelf,
  kParentCollective,
  kGroup,
  kIntercomm,
  kOtherWorld,
  kFound,
};

// A communicator as one process saw it.
struct LocalCommunicator {
  std::uint32_t id = 0;
  Origin origin = Origin::kUnknown;
  std::uint32_t parent = 0;
  std::uint64_t parent_sequence = 0;
  std::int32_t leader = -1;
  std::int32_t rank = 0;
  std::uint32_t size = 0;
  std::uint32_t remote_size = 0;
  std::int32_t tag = 0;
  std::uint64_t members_hash = 0;
  std::string name;
};

// Whose memory a window shows.
enum class Flavour : std::uint8_t { kUnknown, kCreate, kAllocate, kShared, kDynamic };

// A window of one-sided communication as one process saw it. Its ranks are those of its communicator.
struct LocalWindow {
  std::uint32_t id = 0;
  std::uint32_t communicator = 0;  // 0: unknown
  std::uint64_t parent_sequence = 0;
  Flavour flavour = Flavour::kUnknown;
  std::uint64_t bytes = 0;  // of the local part
  std::uint64_t displacement_unit = 0;
  std::string name;
};

// A file that MPI opened, as one process saw it.
struct LocalFile {
  std::uint32_t id = 0;
  std::uint32_t communicator = 0;  // 0: unknown
  std::uint64_t parent_sequence = 0;
  std::string name;        // as the program gave it
  std::uint32_t mode = 0;  // bits as in trace.proto
};

enum class EndReason : std::uint8_t { kUnknown, kFinalize, kExit, kAbort, kThreadExit, kSizeLimit };

struct Loss {
  std::uint64_t dropped_calls = 0;
  std::uint64_t lost_chunks = 0;
  std::uint64_t nested_calls = 0;
  std::uint64_t abandoned_calls = 0;
};

struct Thread {
  std::uint32_t number = 0;  // 0, 1, ... in the order of their first call
  std::uint32_t os_id = 0;
  std::string name;
  std::uint64_t calls = 0;  // folded polls included
  std::uint64_t record_bytes = 0;
  std::uint64_t missing_chunks = 0;  // numbers that no chunk has
  Loss loss;
  bool ended = false;
  EndReason reason = EndReason::kUnknown;
  Time start;  // of its first chunk, on the run's clock
  Time end;
};

// One read of every clock.
struct Anchor {
  std::uint64_t ticks = 0;
  std::uint64_t monotonic_raw_ns = 0;
  std::uint64_t realtime_ns = 0;
};

// How a process's ticks stand to another's: that one read its clock between two moments of this one.
struct ClockSample {
  enum class When : std::uint8_t { kUnknown, kInit, kFinalize, kResync };
  std::uint64_t peer_process = 0;  // its id
  std::uint64_t peer_ticks = 0;
  std::uint64_t ticks_before = 0;
  std::uint64_t ticks_after = 0;
  When when = When::kUnknown;
};

enum class ClockKind : std::uint8_t { kUnknown, kTsc, kMonotonicRawNs };

// By what a process's clock was put on the run's, from the best to the worst.
enum class ClockSource : std::uint8_t {
  kOneCounter,    // it reads the counter that the run's time is
  kCompared,      // at start and end of the run
  kComparedOnce,  // drift is unknown
  kWallClock,     // as exact as the machines' clocks agree
};

// How far a process's time may be from the run's, as measured; unknown for wall clocks.
struct ClockQuality {
  ClockSource source = ClockSource::kOneCounter;
  Duration error_at_start;
  Duration error_at_end;
};

struct Process {
  std::uint64_t id = 0;
  Rank rank;
  bool has_header = false;
  std::uint32_t world = 0;  // which MPI_COMM_WORLD of the job: the n-th process with its rank is in world n
  std::uint32_t world_size = 0;
  std::string host;
  std::uint32_t pid = 0;
  std::string executable;
  std::string job;
  std::string mpi_library;
  std::string recorder_version;
  std::uint32_t thread_level = 0;
  std::string boot_id;
  ClockKind clock_kind = ClockKind::kUnknown;
  std::uint64_t ticks_per_second = 0;
  std::vector<Anchor> anchors;             // the header's first, then the chunks', as found
  std::vector<ClockSample> clock_samples;  // between nodes, as found and as measured

  // How its ticks become the run's time: by the anchors of this process (its own, or another's with the same counter),
  // then shifted, each step in the time that the one before gives.
  std::uint32_t clock_reference = 0;
  ClockShift clock_shift;  // onto the scale of the first process's counter, as compared or by the wall clock
  std::vector<ClockShift> clock_bounds;  // into what messages both ways allow, the same for all processes of a counter
  ClockShift clock_repair;               // what messages were still received before they were sent: moved one by one
  ClockShift clock_moves;                // the same repair in the run's time, to tell who was moved
  ClockQuality clock_quality;

  std::vector<Function> functions;
  std::vector<Module> modules;
  std::vector<Site> sites;
  std::map<std::uint32_t, LocalCommunicator> communicators;
  std::map<std::uint32_t, LocalWindow> windows;
  std::map<std::uint32_t, LocalFile> files;
  std::vector<Thread> threads;  // by number

  std::uint64_t file_bytes = 0;
  std::uint64_t duplicate_chunks = 0;
  bool is_closed = false;   // its file was closed well: no .part, no .live
  bool is_damaged = false;  // some of its bytes cannot be read, or its end is not there
  bool is_running = false;  // still, on this machine
};

// What the whole run holds and lacks.
struct Coverage {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;  // on disk
  std::uint64_t dropped_calls = 0;
  std::uint64_t nested_calls = 0;
  std::uint64_t abandoned_calls = 0;
  std::uint64_t lost_chunks = 0;
  std::uint64_t ended_early = 0;  // processes that left their file open and whose main thread has no end
  std::uint64_t damaged = 0;      // processes
  std::uint64_t running = 0;      // processes that have not ended yet
};

// A stretch of a file that could not be read.
struct Damage {
  std::string file;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string reason;
  std::uint64_t process = 0;  // id of the process that the bytes belong to, as far as the file tells; 0: unknown
};

struct OtherJob {
  std::string job;
  std::uint64_t processes = 0;
  std::uint64_t started_realtime_ns = 0;
};

// Messages that were received before they were sent, by the clocks of different machines; counted where there is more
// than one.
struct ClockRepair {
  std::uint64_t messages = 0;  // between machines
  std::uint64_t reversed_as_compared = 0;
  std::uint64_t reversed_within_bounds = 0;
  std::uint64_t reversed_after_repair = 0;
  Duration most_reversed;
  std::uint64_t moved_receives = 0;
  Duration most_moved;
};

// A run: processes in order of rank, then of their start.
struct Run {
  std::string path;
  std::string job;
  std::vector<Process> processes;
  std::vector<Damage> damage;
  std::vector<OtherJob> other_jobs;
  std::vector<std::int32_t> missing_ranks;  // of the world that the headers speak of; at most kMissingListed
  std::uint64_t missing = 0;
  std::uint64_t base_realtime_ns = 0;  // what time 0 is in the world, since 1970
  std::uint32_t clock_domains = 1;     // counters that time was read from
  ClockRepair clock_repair;
  Time end;  // the last moment known

  Coverage coverage() const;
  // Every rank's record is here, to its end, without a loss.
  bool is_whole() const;
};

}  // namespace mpitrace::model
