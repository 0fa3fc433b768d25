// SPDX-License-Identifier: BSD-3-Clause
// A recording thread: its live slot, its call sites, and the guard that lets only the outermost call through. Owned by
// the thread; nobody else writes it. Lives in memory of its own, is never freed (a thread that ends hands it on).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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
  std::uint32_t stepping;  // bit n: step[n] is not 0
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
inline constexpr std::size_t kScratches = 3;

struct ContextEntry {
  std::uint64_t key;  // 0: free
  Context* context;
};

struct Thread {
  format::LiveSlot* slot;
  State state;
  bool paused;
  std::uintptr_t frame;       // stack address of the call the thread is in
  std::uint64_t chunk;        // chunks begun, never 0: definitions with this mark stand in the chunk under construction
  std::uint64_t limit_bytes;  // the chunk is closed when it is longer
  std::uint32_t context_count;
  Scratch scratch[kScratches];
  Thread* next;  // in the session's list of all threads
  bool in_use;
  std::uint64_t function_chunk[kMaxFunctions];
  std::uint64_t module_chunk[kMaxModules];
  ContextEntry index[2 * kMaxContexts];
  Context contexts[kMaxContexts + 1];  // ids count from 1
};

// The calling thread's record, or null before its first call. Initial-exec: one load.
extern __thread Thread* g_thread __attribute__((tls_model("initial-exec")));

// Set by the session; null while nothing may be recorded.
extern Thread* (*g_attach)() noexcept;
extern void (*g_flush)(Thread& thread) noexcept;

// At least `bytes` bytes that hold until the next request for the same number; null only without memory.
void* scratch(Thread& thread, std::size_t number, std::size_t bytes) noexcept;

// What MPI_Pcontrol asked for; a thread follows at its next call.
extern std::atomic<bool> g_paused;
inline bool is_pause_wanted() noexcept {
  return g_paused.load(std::memory_order_relaxed);
}
void follow_pause(Thread& thread) noexcept;

// The call is the outermost one: null sends the caller straight to the real function.
Thread* enter_slowly(std::uintptr_t frame) noexcept;

inline Thread* enter(std::uintptr_t frame) noexcept {
  Thread* thread = g_thread;
  if (thread == nullptr || thread->state != State::kOutside) [[unlikely]]
    return enter_slowly(frame);
  thread->state = State::kRecording;
  thread->frame = frame;
  if (thread->paused != is_pause_wanted()) [[unlikely]]
    follow_pause(*thread);
  return thread;
}

inline void set_state(Thread& thread, State state) noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.state = state;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace mpitrace::record
