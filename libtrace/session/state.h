// SPDX-License-Identifier: BSD-3-Clause
// The one Session of a process, shared by the files of this room and by nobody else.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "record/clock.h"
#include "record/thread.h"
#include "session/files.h"
#include "session/session.h"

namespace mpitrace::session {

struct Session {
  Settings settings;
  Complaints complaints;
  Files files;
  Library library;
  Totals totals;  // of threads that ended; what went wrong
  encode::AnchorTimes start{};
  encode::AnchorTimes up{};  // the end of MPI_Init: what came before is start-up, not the program's time
  std::uint64_t ticks_per_second = 0;
  std::uint64_t process = 0;
  record::Thread* threads = nullptr;
  std::uint32_t thread_count = 0;
  int rank = -1;
  int world_size = 0;
  bool started = false;
  std::uint32_t finishing = 0;  // how many finish() are at work
  bool opened = false;
  bool recording = false;
  bool finished = false;
  bool write_through = false;  // the process is ending: nobody will flush a chunk later
  char job[128] = {};
  char world[40] = {};
};

extern Session g_session;
extern pthread_mutex_t
    g_session_lock;                 // threads and files come and go under it; never taken by a call that is recorded
extern pthread_key_t g_thread_key;  // its destructor hands a thread's record on

record::Thread* attach() noexcept;
void detach(void* thread) noexcept;

void write_header_now() noexcept;  // under g_session_lock
void add_loss(format::LossCounts& sum, const format::LossCounts& more) noexcept;
// "rank N: <text>", without the rank where nobody has said it.
[[gnu::format(printf, 1, 2)]] void notice_of_rank(const char* format, ...) noexcept;
void say_once(bool& said, const char* what) noexcept;

// Writes the chunk under construction. False when the file cannot take it: it stays in the slot then.
bool write_rest(record::Thread& thread) noexcept;

// Appends the reason to the chunk under construction and writes it. False when the file cannot take it: it stays in the
// slot then.
bool end_thread(record::Thread& thread, EndReason reason) noexcept;

}  // namespace mpitrace::session
