// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/control.h"
#include "record/memory.h"

namespace mpitrace::record {

__thread Thread* g_thread __attribute__((tls_model("initial-exec"))) = nullptr;
Thread* (*g_attach)() noexcept = nullptr;
void (*g_flush)(Thread& thread) noexcept = nullptr;
std::atomic<std::uint16_t> g_open_door = open_door(false);

namespace {

std::atomic<std::uint8_t> g_pauses = 0;  // those of Pause that are wanted

__thread bool g_attaching __attribute__((tls_model("initial-exec"))) = false;

// The calling thread runs on the stack that signal handlers have for themselves, and the call it was in does not: the
// call was interrupted. Where one stack lies beside the other says nothing then.
bool is_in_handler_of_call(std::uintptr_t call_frame) noexcept {
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) != 0 || (static_cast<unsigned>(stack.ss_flags) & SS_ONSTACK) == 0) return false;
  return call_frame - reinterpret_cast<std::uintptr_t>(stack.ss_sp) >= stack.ss_size;
}

// A call made from deeper down the stack than the one the thread is in: it is made within that one, unless that one has
// been left without returning (longjmp, an exception out of a callback). Then its place on the stack has been used
// again, by whoever called what made this call, and another return address lies there. The place may be gone
// altogether, if the program runs on stacks of its own making: then nothing is said.
bool has_been_left(const Frame& frame) noexcept {
  const std::uintptr_t place = frame.address + sizeof frame.address;
  const long page_bytes = sysconf(_SC_PAGESIZE);
  const std::uintptr_t page = place & ~(static_cast<std::uintptr_t>(page_bytes) - 1);
  unsigned char is_resident = 0;
  if (mincore(reinterpret_cast<void*>(page), 1, &is_resident) != 0) return false;
  std::uintptr_t caller = 0;
  std::memcpy(&caller, reinterpret_cast<const void*>(place), sizeof caller);
  return caller != frame.caller;
}

// Stacks grow downwards and a nested call lies deeper.
bool has_left_call(const Thread& thread, const Frame& frame) noexcept {
  if (frame.address >= thread.frame.address) return !is_in_handler_of_call(thread.frame.address);
  return has_been_left(thread.frame);
}

Thread* attach() noexcept {
  if (g_attach == nullptr || g_attaching) return nullptr;
  g_attaching = true;
  Thread* thread = g_attach();
  g_attaching = false;
  return thread;
}

}  // namespace

Thread* enter_slowly(Frame frame) noexcept {
  Thread* thread = g_thread;
  if (thread == nullptr) {
    thread = attach();
    if (thread == nullptr) return nullptr;
  } else if (thread->state == State::kOutside) {
    // Only a pause, or its end, has been asked for since the last call.
  } else if (thread->state == State::kInCall && has_left_call(*thread, frame)) {
    ++thread->slot->loss.abandoned_calls;
  } else {
    ++thread->slot->loss.nested_calls;
    return nullptr;
  }
  thread->state = State::kRecording;
  thread->frame = frame;
  if (thread->paused != is_pause_wanted()) follow_pause(*thread);
  return thread;
}

void* scratch(Thread& thread, std::size_t number, std::size_t bytes) noexcept {
  Scratch& kept = thread.scratch[number];
  if (kept.bytes >= bytes) return kept.memory;
  std::size_t size = std::size_t{1} << 16U;
  while (size < bytes) size *= 2;
  void* place = map_memory(size);
  if (place == nullptr) return nullptr;
  if (kept.memory != nullptr) munmap(kept.memory, kept.bytes);
  kept = {place, size};
  return place;
}

void want_pause(Pause whose, bool paused) noexcept {
  const auto bit = static_cast<std::uint8_t>(whose);
  if (paused) {
    g_pauses.fetch_or(bit);
  } else {
    g_pauses.fetch_and(static_cast<std::uint8_t>(~bit));
  }
  // Two that come at once: the last one to store has seen both.
  std::uint8_t seen = 0;
  do {
    seen = g_pauses.load();
    g_open_door.store(open_door(seen != 0));
  } while (g_pauses.load() != seen);
}

void follow_pause(Thread& thread) noexcept {
  thread.paused = is_pause_wanted();
  write_moment(thread, thread.paused ? format::Control::kPause : format::Control::kResume, {});
}

}  // namespace mpitrace::record
