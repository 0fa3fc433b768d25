// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.h"

#include <signal.h>

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

Thread* attach() noexcept {
  if (g_attach == nullptr || g_attaching) return nullptr;
  g_attaching = true;
  Thread* thread = g_attach();
  g_attaching = false;
  return thread;
}

}  // namespace

Thread* enter_slowly(std::uintptr_t frame) noexcept {
  Thread* thread = g_thread;
  if (thread == nullptr) {
    thread = attach();
    if (thread == nullptr) return nullptr;
  } else if (thread->state == State::kOutside) {
    // Only a pause, or its end, has been asked for since the last call.
  } else if (thread->state == State::kInCall && frame >= thread->frame && !is_in_handler_of_call(thread->frame)) {
    // Stacks grow downwards and a nested call lies deeper. From here or further out, the call we were in has been left
    // without returning: longjmp, or an exception from a callback.
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
