// SPDX-License-Identifier: BSD-3-Clause
// Threads of the session: attached at their first call, flushed when a chunk is full, handed on when they end.
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "record/control.h"
#include "record/modules.h"
#include "record/polls.h"
#include "session/notice.h"
#include "session/state.h"
#include "store/signals_blocked.h"

namespace mpitrace::session {
namespace {

constexpr std::uint32_t kThreadField = 17;
constexpr std::uint32_t kEndField = 18;

void begin_chunk(record::Thread& thread) noexcept {
  ++thread.chunk;
  thread.retired_modules = record::retired_count();
  encode::open_chunk(*thread.slot, thread.slot->end_ticks);
  const std::uint64_t gap = 0;
  if (thread.paused) record::write_control(thread, format::Control::kPause, &gap, 1);
  thread.empty_bytes = thread.slot->used_bytes;
}

void define_thread(record::Thread& thread) noexcept {
  char name[17] = {};
  prctl(PR_GET_NAME, name, 0, 0, 0);
  encode::append_definition(*thread.slot, kThreadField, [&](encode::Message& message) {
    message.uint(1, static_cast<std::uint64_t>(syscall(SYS_gettid)));
    message.text(2, name);
  });
}

record::Thread* find_unused() noexcept {
  for (record::Thread* thread = g_session.threads; thread != nullptr; thread = thread->next) {
    if (!thread->in_use) return thread;
  }
  return nullptr;
}

// Memory for a thread's tables: zero, and only touched where it is used.
record::Thread* make_thread() noexcept {
  void* place =
      mmap(nullptr, sizeof(record::Thread), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return nullptr;
  auto* thread = static_cast<record::Thread*>(place);
  thread->slot = g_session.files.live().add_slot(g_session.process, 0, g_session.settings.buffer_bytes);
  if (thread->slot == nullptr) return nullptr;
  thread->next = g_session.threads;
  g_session.threads = thread;
  return thread;
}

void prepare(record::Thread& thread) noexcept {
  format::LiveSlot& slot = *thread.slot;
  thread.state = record::State::kOutside;  // its last owner may have been cancelled inside a call
  slot.used_bytes = 0;
  slot.thread = g_session.thread_count++;
  slot.sequence = 0;
  slot.loss = {};
  slot.polls = {};
  slot.current = {};
  slot.end_ticks = record::now_ticks();
  thread.paused = record::is_pause_wanted();
  thread.limit_bytes = g_session.write_through ? 0 : slot.buffer_bytes - encode::kChunkReserveBytes;
  thread.in_use = true;
  begin_chunk(thread);
  define_thread(thread);
}

void open_files() noexcept {
  g_session.opened = true;
  if (!g_session.files.open(g_session.settings, g_session.rank, g_session.job)) {
    g_session.recording = false;
    notice_of_rank("%s; nothing is recorded; the program is not affected", g_session.files.why());
    return;
  }
  if (g_session.files.remark()[0] != '\0') notice_of_rank("%s", g_session.files.remark());
  write_header_now();
}

record::Thread* attach_locked() noexcept {
  if (!g_session.opened) open_files();
  if (!g_session.recording) return nullptr;
  record::Thread* thread = find_unused();
  if (thread == nullptr) thread = make_thread();
  if (thread == nullptr) return nullptr;
  prepare(*thread);
  if (!g_session.files.live().is_mapped()) {
    say_once(g_session.totals.unmapped,
             "no room for the live file; a killed process would lose its last 256 KiB of calls");
  }
  return thread;
}

// Why the file takes no more, in `text` where a number is part of it.
const char* refusal(store::Append why, char (&text)[96]) noexcept {
  switch (why) {
    case store::Append::kFull:
      return "the disk is full";
    case store::Append::kTooLong:
      return "the file has reached the system's limit on file sizes (ulimit -f)";
    case store::Append::kLimit:
      snprintf(text, sizeof text, "MPITRACE_MAX_SIZE is reached (%llu bytes)",
               static_cast<unsigned long long>(g_session.settings.max_file_bytes));
      return text;
    default:
      return "the program closed our file";
  }
}

bool& said_flag(store::Append why) noexcept {
  Totals& totals = g_session.totals;
  switch (why) {
    case store::Append::kFull:
      return totals.disk_full;
    case store::Append::kTooLong:
      return totals.too_long;
    case store::Append::kLimit:
      return totals.size_limit;
    default:
      return totals.gone;
  }
}

void count_loss(record::Thread& thread, store::Append why) noexcept {
  format::LossCounts& loss = thread.slot->loss;
  loss.dropped_calls += thread.slot->calls;
  ++loss.lost_chunks;
  char text[96];
  char what[192];
  snprintf(what, sizeof what, "%s; calls are counted, not kept", refusal(why, text));
  say_once(said_flag(why), what);
}

}  // namespace

record::Thread* attach() noexcept {
  const int saved_errno = errno;
  const store::Locked locked(g_session_lock);
  record::Thread* thread = attach_locked();
  if (thread != nullptr) {
    pthread_setspecific(g_thread_key, thread);
    record::g_thread = thread;
  }
  errno = saved_errno;
  return thread;
}

namespace {

// Closes the chunk under construction and appends it. Its bytes stay in the slot until forget_chunk().
store::Append append_chunk(record::Thread& thread) noexcept {
  record::write_polls(thread);
  const std::size_t size = encode::close_chunk(*thread.slot, record::take_anchor(3));
  return g_session.files.log().append(encode::chunk_bytes(*thread.slot), size);
}

void forget_chunk(record::Thread& thread) noexcept {
  // Killed before the sequence moves, the log has this chunk already and a reader takes it from there.
  thread.slot->used_bytes = 0;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  ++thread.slot->sequence;
  begin_chunk(thread);
}

}  // namespace

void flush(record::Thread& thread) noexcept {
  const std::uint64_t start_ticks = record::now_ticks();
  const store::Append result = append_chunk(thread);
  if (result != store::Append::kDone) count_loss(thread, result);
  forget_chunk(thread);
  record::write_own_work(thread, format::OwnWork::kFlush, start_ticks);
}

bool write_rest(record::Thread& thread) noexcept {
  const store::Append result = append_chunk(thread);
  if (result == store::Append::kDone) {
    forget_chunk(thread);
    return true;
  }
  // What the file cannot take stays in the live slot, with the counts of what was lost before; what may still come goes
  // behind it.
  encode::open_record(*thread.slot);
  const auto was_said = [](const bool& said) { return __atomic_load_n(&said, __ATOMIC_RELAXED); };
  const Totals& told = g_session.totals;
  const bool is_told =
      was_said(told.disk_full) || was_said(told.too_long) || was_said(told.size_limit) || was_said(told.gone);
  if (is_told) {
    g_session.totals.left_behind = true;  // that the file takes no more has been said
  } else {
    char text[96];
    char what[192];
    snprintf(what, sizeof what, "the file cannot take the last calls: %s; they stay in the .live file beside it",
             refusal(result, text));
    say_once(g_session.totals.left_behind, what);
  }
  return false;
}

bool end_thread(record::Thread& thread, EndReason reason) noexcept {
  record::write_polls(thread);
  encode::append_definition(*thread.slot, kEndField,
                            [&](encode::Message& message) { message.uint(1, static_cast<std::uint32_t>(reason)); });
  return write_rest(thread);
}

void detach(void* data) noexcept {
  auto& thread = *static_cast<record::Thread*>(data);
  if (!g_session.recording) return;
  const int saved_errno = errno;
  thread.state = record::State::kRecording;  // for signal handlers
  const store::Locked locked(g_session_lock);
  // A slot that still holds what the file could not take is not given to another thread.
  if (end_thread(thread, EndReason::kThreadExit)) {
    add_loss(g_session.totals.loss, thread.slot->loss);
    thread.slot->used_bytes = 0;
    thread.in_use = false;
  }
  record::g_thread = nullptr;
  thread.state = record::State::kOutside;
  errno = saved_errno;
}

}  // namespace mpitrace::session
