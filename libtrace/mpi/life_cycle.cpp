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

std::uint32_t thread_level() noexcept {
  int level = 0;
  if (ask(Function::kQuery_thread, &level) != 0) return 0;
  const auto steps = static_cast<std::uint32_t>(level / g_abi.thread_step);
  return std::min(steps, kThreadMultiple);  // MPI 5.0: 0, 1024, 2048, 4096
}

}  // namespace

void after_init(record::Thread& thread) noexcept {
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

void after_session_init() noexcept {
  // A session may ask for any thread level, and several sessions for different ones.
  g_many_threads = true;
  g_recent_communicator = {0, &g_no_communicator};
  if (g_world_known) return;
  find_predefined_objects();
  session::identify(session::rank(), session::world_size(), loaded_library());
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

}  // namespace mpitrace::mpi

// The process ends. MPI may still be called after this, from destructors that run later.
__attribute__((destructor)) static void finish_at_exit() {
  mpitrace::mpi::tell_if_bypassed();
  mpitrace::session::finish(mpitrace::session::EndReason::kExit);
  mpitrace::session::write_through();
}
