// SPDX-License-Identifier: BSD-3-Clause
// What include/mpitrace.h finds: one table of functions. Takes a program's marks from any thread, also where MPI never
// comes; gives records in the calling thread's chunk.
#include <errno.h>
#include <mpitrace.h>

#include "record/call.h"
#include "record/clock.h"
#include "record/regions.h"
#include "session/session.h"

namespace mpitrace::session {
namespace {

__thread bool g_is_marking __attribute__((tls_model("initial-exec"))) = false;

// Records in the calling thread what `mark` says, unless the thread is inside MPI (a callback) or in a signal handler
// that came upon it there or in here. Another thread may be closing the files: what is marked meanwhile is not kept.
template <class Mark>
void record_mark(Mark mark) noexcept {
  if (g_is_marking) return;
  g_is_marking = true;
  const int saved_errno = errno;
  const bool is_recording = start();
  // Calls look at the deadline when they end; a mark may be all that comes.
  if (is_recording) {
    const std::uint64_t now_ticks = record::now_ticks();
    if (now_ticks >= record::g_deadline_ticks) record::g_at_deadline(now_ticks);
  }
  record::Thread* thread = is_recording ? record::enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                                                         reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))})
                                        : nullptr;
  if (thread != nullptr) {
    if (!is_finishing()) mark(*thread);
    record::leave(*thread);
  }
  errno = saved_errno;
  g_is_marking = false;
}

void region_begin(const char* name) noexcept {
  record_mark([name](record::Thread& thread) { record::begin_region(thread, name); });
}
void region_end() noexcept {
  record_mark(record::end_region);
}
void step(unsigned long long number) noexcept {
  record_mark([number](record::Thread& thread) { record::mark_step(thread, number); });
}
void follow(bool paused) noexcept {
  if (!start()) return;  // which reads how recording begins
  set_paused(paused);
  record_mark([](record::Thread&) {});  // the thread follows at once
}
void pause() noexcept {
  follow(true);
}
void resume() noexcept {
  follow(false);
}

}  // namespace
}  // namespace mpitrace::session

extern "C" {
extern const struct mpitrace_interface mpitrace_interface __attribute__((visibility("default")));
const struct mpitrace_interface mpitrace_interface = {
    sizeof(struct mpitrace_interface), mpitrace::session::region_begin, mpitrace::session::region_end,
    mpitrace::session::step,           mpitrace::session::pause,        mpitrace::session::resume,
};
}
