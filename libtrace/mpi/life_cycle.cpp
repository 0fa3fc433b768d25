// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/life_cycle.h"

#include <algorithm>

#include "mpi/clock_sync.h"
#include "mpi/communicators.h"
#include "mpi/guarded.h"
#include "mpi/library.h"
#include "session/session.h"
#include "session/summary.h"

namespace mpitrace::mpi {
namespace {

constexpr std::uint32_t kThreadMultiple = 3;

bool g_world_known = false;
bool g_session_known = false;  // one was made, in a process without a world
int g_open_sessions = 0;

std::uint32_t thread_level() noexcept {
  int level = 0;
  if (ask(Function::kQuery_thread, &level) != 0) return 0;
  const auto steps = static_cast<std::uint32_t>(level / g_abi.thread_step);
  return std::min(steps, kThreadMultiple);  // MPI 5.0: 0, 1024, 2048, 4096
}

}  // namespace

void after_init(record::Thread& thread) noexcept {
  leave_world_of_session();
  g_world_known = true;
  find_predefined_objects();
  session::Library library = loaded_library();
  library.thread_level = thread_level();
  g_many_threads = g_many_threads || library.thread_level == kThreadMultiple;
  int rank = 0;
  int size = 0;
  ask(Function::kComm_rank, g_abi.comm_world, &rank);
  ask(Function::kComm_size, g_abi.comm_world, &size);
  session::identify(rank, size, library);
  add_predefined_communicators(thread);
}

// A call inside another one has no thread of its own either, but is that one's.
void after_unrecorded_init() noexcept {
  if (record::g_thread != nullptr) return;
  find_predefined_objects();
  compare_clocks_after_init(nullptr);
}

void before_unrecorded_finalize() noexcept {
  if (record::g_thread == nullptr) compare_clocks_before_finalize(nullptr);
}

void after_session_init(Word session) noexcept {
  // A session may ask for any thread level, and several sessions for different ones.
  g_many_threads = true;
  g_recent_communicator = {0, &g_no_communicator};
  if (g_world_known) return;
  // MPI forbids to compare what belongs to different sessions.
  if (__atomic_fetch_add(&g_open_sessions, 1, __ATOMIC_RELAXED) != 0) return leave_world_of_session();
  find_predefined_objects();
  const Place place = enter_world_of_session(session, {session::rank(), session::world_size()});
  if (!__atomic_exchange_n(&g_session_known, true, __ATOMIC_RELAXED))
    session::identify(place.rank, place.size, loaded_library());
}

void before_session_finalize(Word session) noexcept {
  if (!g_session_known || g_world_known) return;
  if (is_world_of_session(session)) leave_world_of_session();
  if (__atomic_sub_fetch(&g_open_sessions, 1, __ATOMIC_RELAXED) == 0) session::leave_figures();
}

void before_finalize() noexcept {
  session::leave_figures();
}

void after_finalize() noexcept {
  session::finish(session::EndReason::kFinalize);
  session::print_summary();
}

void before_abort() noexcept {
  session::finish(session::EndReason::kAbort);
}

void after_pcontrol(record::Thread& thread, int level) noexcept {
  if (level == 0 || level == 1) {
    session::set_paused(level == 0);
    if (thread.paused != record::is_pause_wanted()) record::follow_pause(thread);
  } else if (level == 2) {
    session::flush(thread);
  }
}

namespace {

// Sessions were used, and each was finalised: that is how such a program ends.
bool has_finalized_sessions() noexcept {
  return g_session_known && !g_world_known && g_open_sessions == 0;
}

}  // namespace

void at_exit() noexcept {
  const bool is_well = has_finalized_sessions();
  session::finish(is_well ? session::EndReason::kFinalize : session::EndReason::kExit);
  if (is_well) session::print_summary();
  session::write_through();
}

}  // namespace mpitrace::mpi

// The process ends. MPI may still be called after this, from destructors that run later.
__attribute__((destructor)) static void finish_at_exit() {
  mpitrace::mpi::tell_if_bypassed();
  mpitrace::mpi::at_exit();
}
