// SPDX-License-Identifier: BSD-3-Clause
#include "session/session.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>

#include "record/polls.h"
#include "session/launcher.h"
#include "session/notice.h"
#include "session/state.h"
#include "store/signals_blocked.h"

extern "C" char** environ;

namespace mpitrace::session {

Session g_session;
pthread_mutex_t g_session_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t g_thread_key;

namespace {

// A forked child shares our mapped slots and our file: it must never write to either.
void forget_in_child() noexcept {
  record::g_attach = nullptr;
  record::g_thread = nullptr;
  g_session.recording = false;
}

bool has_records(const record::Thread& thread) noexcept {
  return thread.slot->used_bytes > thread.empty_bytes || thread.slot->polls.contexts != 0;
}

// A thread inside a call keeps its slot: its current call is the very thing that a reader wants to see. That is also so
// for the thread that ends the process from inside one, as an MPI does that fails. Ours may be in MPI_Finalize or
// MPI_Abort, whose record is written.
bool is_quiet(const record::Thread& thread) noexcept {
  if (&thread == record::g_thread) return thread.state != record::State::kInCall;
  return thread.state == record::State::kOutside;
}

std::uint64_t ticks_at(std::uint64_t ns) noexcept {
  if (ns == ~std::uint64_t{0}) return ns;
  const auto ticks = static_cast<unsigned __int128>(ns) * g_session.ticks_per_second / 1'000'000'000U;
  return g_session.start.ticks + static_cast<std::uint64_t>(ticks);
}

// The span that is to be recorded begins or ends. Two threads may come at once: both do the same.
void follow_span(std::uint64_t now_ticks) noexcept {
  const std::uint64_t end_ticks = ticks_at(g_session.settings.to_ns);
  const bool is_over = now_ticks >= end_ticks;
  record::want_pause(record::Pause::kByTime, is_over);
  record::g_deadline_ticks = is_over ? ~std::uint64_t{0} : end_ticks;
}

void begin_span() noexcept {
  const Settings& settings = g_session.settings;
  record::want_pause(record::Pause::kByProgram, settings.start_paused);
  record::want_pause(record::Pause::kByTime, settings.from_ns != 0);
  record::g_at_deadline = follow_span;
  record::g_deadline_ticks = ticks_at(settings.from_ns != 0 ? settings.from_ns : settings.to_ns);
}

// A folder that was removed is every rank's: one says so for all.
void close_files() noexcept {
  g_session.files.close_well();
  if (!g_session.files.log().is_removed()) return;
  const bool is_folder = access(g_session.files.folder(), F_OK) != 0;
  if (is_folder && g_session.rank > 0) return;
  char what[kMaxFolderBytes + 128];
  snprintf(what, sizeof what, "the %s removed while the program ran; nothing is left of the record",
           is_folder ? "run's folder was" : "file was");
  say_once(g_session.totals.removed, what);
}

void say_complaints() noexcept {
  const Complaints& complaints = g_session.complaints;
  for (std::uint32_t i = 0; i < std::min(complaints.count, Complaints::kKept); ++i) notice("%s", complaints.lines[i]);
  if (complaints.count > Complaints::kKept)
    notice("%u more MPITRACE_ variables make no sense", complaints.count - Complaints::kKept);
}

}  // namespace

void say_once(bool& said, const char* what) noexcept {
  if (__atomic_test_and_set(&said, __ATOMIC_RELAXED)) return;  // threads may meet the same trouble at once
  notice_of_rank("%s; the program is not affected", what);
}

void notice_of_rank(const char* format, ...) noexcept {
  char text[kMostLineBytes];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (g_session.rank < 0) return notice("%s", text);
  notice("rank %d: %s", g_session.rank, text);
}

void write_header_now() noexcept {
  static std::uint8_t bytes[kMaxHeaderBytes];  // under g_session_lock
  const HeaderFacts facts{g_session.process, g_session.rank,     g_session.world_size,
                          g_session.job,     &g_session.library, g_session.ticks_per_second,
                          g_session.start};
  g_session.files.log().append(bytes, write_header(facts, bytes));
}

void add_loss(format::LossCounts& sum, const format::LossCounts& more) noexcept {
  sum.dropped_calls += more.dropped_calls;
  sum.lost_chunks += more.lost_chunks;
  sum.nested_calls += more.nested_calls;
  sum.abandoned_calls += more.abandoned_calls;
}

namespace {

// Under g_session_lock.
void prepare() noexcept {
  const int saved_errno = errno;
  read_settings(environ, g_session.settings, g_session.complaints);
  if (g_session.settings.off) return;
  record::start_clock();
  g_session.ticks_per_second = record::ticks_per_second();
  g_session.start = record::take_anchor(8);
  g_session.process = make_process_number(g_session.start.realtime_ns);
  g_session.rank = launcher_rank();
  g_session.world_size = launcher_size();
  launcher_job(g_session.job, sizeof g_session.job);
  launcher_world(g_session.world, sizeof g_session.world);
  begin_span();
  g_session.recording =
      pthread_key_create(&g_thread_key, detach) == 0 && pthread_atfork(nullptr, nullptr, forget_in_child) == 0;
  if (g_session.recording) {
    record::g_flush = flush;
    record::g_attach = attach;
  }
  errno = saved_errno;
}

}  // namespace

bool start() noexcept {
  if (__atomic_load_n(&g_session.started, __ATOMIC_ACQUIRE)) return g_session.recording;
  const store::Locked locked(g_session_lock);
  if (!g_session.started) prepare();
  __atomic_store_n(&g_session.started, true, __ATOMIC_RELEASE);
  return g_session.recording;
}

const Settings& settings() noexcept {
  return g_session.settings;
}
void complain_of_name(const char* setting, const char* name, const char* nearest) noexcept {
  complain_of_function(g_session.complaints, setting, name, nearest);
}
std::uint64_t start_ticks() noexcept {
  return g_session.start.ticks;
}
std::uint64_t ticks_per_second() noexcept {
  return g_session.ticks_per_second;
}
const char* folder() noexcept {
  return g_session.files.folder();
}
int rank() noexcept {
  return g_session.rank;
}
int world_size() noexcept {
  return g_session.world_size;
}
std::uint64_t process() noexcept {
  return g_session.process;
}
record::Thread* threads() noexcept {
  return g_session.threads;
}

void identify(int rank, int world_size, const Library& library) noexcept {
  if (!g_session.recording || !g_session.opened) return;
  const int saved_errno = errno;
  {
    const store::Locked locked(g_session_lock);
    g_session.rank = rank;
    g_session.world_size = world_size;
    g_session.library = library;
    g_session.up = record::take_anchor(3);
    g_session.files.set_rank(rank);
    write_header_now();
  }
  if (rank == 0) say_complaints();
  errno = saved_errno;
}

void begin_program() noexcept {
  g_session.up = record::take_anchor(3);
}

void finish(EndReason reason) noexcept {
  if (!g_session.recording || !g_session.opened) return;
  const int saved_errno = errno;
  const store::Locked locked(g_session_lock);
  __atomic_fetch_add(&g_session.finishing, 1, __ATOMIC_SEQ_CST);
  bool all_written = !g_session.totals.left_behind;
  for (record::Thread* thread = g_session.threads; thread != nullptr; thread = thread->next) {
    if (!thread->in_use) continue;
    if (!is_quiet(*thread)) {
      all_written = false;
    } else if (!g_session.finished) {
      all_written = end_thread(*thread, reason) && all_written;
    } else if (has_records(*thread)) {
      all_written = write_rest(*thread) && all_written;
    }
  }
  if (all_written) close_files();
  g_session.finished = true;
  __atomic_fetch_sub(&g_session.finishing, 1, __ATOMIC_SEQ_CST);
  errno = saved_errno;
}

bool is_finishing() noexcept {
  // Not a load: what the caller wrote before must be seen by the one who finishes, or this must see that it does.
  return __atomic_fetch_add(&g_session.finishing, 0, __ATOMIC_SEQ_CST) != 0;
}

void write_through() noexcept {
  g_session.write_through = true;
  for (record::Thread* thread = g_session.threads; thread != nullptr; thread = thread->next) thread->limit_bytes = 0;
}

void set_paused(bool paused) noexcept {
  record::want_pause(record::Pause::kByProgram, paused);
}

Totals totals() noexcept {
  Totals sum = g_session.totals;
  for (record::Thread* thread = g_session.threads; thread != nullptr; thread = thread->next) {
    if (thread->in_use) add_loss(sum.loss, thread->slot->loss);
  }
  sum.threads = g_session.thread_count;
  return sum;
}

}  // namespace mpitrace::session
