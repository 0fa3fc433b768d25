// SPDX-License-Identifier: BSD-3-Clause
// A recording thread: its live slot, its call sites, and the guard that lets only the outermost call through. Owned by
// the thread; nobody else writes it. Lives in memory of its own, is never freed (a thread that ends hands it on).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "format/live_slot.h"
#include "format/records.h"

namespace mpitrace::record {

inline constexpr std::size_t kMaxFunctions = 1024;
inline constexpr std::size_t kMaxModules = 256;
inline constexpr std::size_t kMaxContexts = 4096;  // call sites of one thread; further ones share a site a function

// One function called from one place: what it costs so far, and what its next record is predicted to be.
struct Context {
  std::uint64_t key;  // address and function
  std::uint32_t id;
  std::uint32_t function;
  std::uint64_t chunk;  // the chunk that defines it, as Thread::chunk counts
  std::uint64_t site;   // return address, 0 where unknown
  std::uint64_t calls;
  std::uint64_t busy_ticks;
  std::uint64_t sent_bytes;
  std::uint64_t recv_bytes;
  std::uint64_t peer_bytes;  // hash of the last row of bytes to each peer; 0: none in this chunk
  std::uint32_t stepping;    // bit n: step[n] is not 0
  std::uint32_t module;      // that the site lies in, 0 where unknown; as of its last definition
  std::uint64_t expected[format::kFieldCount];
  std::uint64_t step[format::kFieldCount];
};

enum class State : std::uint8_t {
  kOutside,    // in the application
  kInCall,     // inside the real function
  kRecording,  // inside us: a signal handler that calls MPI now must find the door shut
};

// Memory for calls with many arguments, as large as the largest one needed.
struct Scratch {
  void* memory;
  std::size_t bytes;
};
// Which memory is for what.
enum : std::size_t { kHandles, kCompletions, kStatuses, kNumbers, kScratches };

struct ContextEntry {
  std::uint64_t key;  // 0: free
  Context* context;
};

// A name that the program gave to a part of itself.
struct RegionName {
  std::uint64_t key;    // 0: free
  std::uint64_t chunk;  // that defines it, as Thread::chunk counts
};
inline constexpr std::size_t kMaxRegionNames = 1024;

// The function that a program called: the address of its stack frame, where its caller's frame pointer and then the
// return address lie, and that return address.
struct Frame {
  std::uintptr_t address;
  std::uintptr_t caller;
};

struct Thread {
  format::LiveSlot* slot;
  State state;  // with `paused`, compared as one word: see is_door_open()
  bool paused;
  Frame frame;                // of the call the thread is in
  std::uint64_t chunk;        // chunks begun, never 0: definitions with this mark stand in the chunk under construction
  std::uint64_t limit_bytes;  // the chunk is closed when it is longer
  std::uint64_t empty_bytes;  // its length before its first record
  std::uint32_t context_count;
  std::uint32_t retired_modules;  // as many as retired_count() said when the chunk began
  Scratch scratch[kScratches];
  Thread* next;  // in the session's list of all threads
  bool in_use;
  std::uint64_t function_chunk[kMaxFunctions];
  std::uint64_t module_chunk[kMaxModules];
  RegionName regions[kMaxRegionNames];
  ContextEntry index[2 * kMaxContexts];
  Context contexts[kMaxContexts + 1];  // ids count from 1
};

// The calling thread's record, or null before its first call. Initial-exec: one load.
extern __thread Thread* g_thread __attribute__((tls_model("initial-exec")));

// Set by the session; null while nothing may be recorded.
extern Thread* (*g_attach)() noexcept;
[[gnu::visibility("hidden")]] extern void (*g_flush)(Thread& thread) noexcept;

// At least `bytes` bytes that hold until the next request for the same number; null only without memory.
void* scratch(Thread& thread, std::size_t number, std::size_t bytes) noexcept;

// Whether a pause is wanted; a thread follows at its next call. Kept as the two bytes State::kOutside and `paused`
// that let a call in without a further look.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint16_t> g_open_door;
constexpr std::uint16_t open_door(bool paused) {
  return static_cast<std::uint16_t>(paused ? 0x100 : 0);
}
// Two may want it, and recording goes on where neither does.
enum class Pause : std::uint8_t { kByProgram = 1, kByTime = 2 };
void want_pause(Pause whose, bool paused) noexcept;
inline bool is_pause_wanted() noexcept {
  return g_open_door.load(std::memory_order_relaxed) != open_door(false);
}
void follow_pause(Thread& thread) noexcept;

// The thread is outside of MPI, and paused or not as it should be.
inline bool is_door_open(const Thread& thread) noexcept {
  static_assert(offsetof(Thread, paused) == offsetof(Thread, state) + 1 && State::kOutside == State{0});
  std::uint16_t door = 0;
  std::memcpy(&door, &thread.state, sizeof door);
  return door == g_open_door.load(std::memory_order_relaxed);
}

// The call is the outermost one: null sends the caller straight to the real function.
Thread* enter_slowly(Frame frame) noexcept;

inline Thread* enter(Frame frame) noexcept {
  Thread* thread = g_thread;
  if (thread == nullptr || !is_door_open(*thread)) [[unlikely]]
    return enter_slowly(frame);
  thread->state = State::kRecording;
  thread->frame = frame;
  return thread;
}

inline void set_state(Thread& thread, State state) noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.state = state;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace mpitrace::record
