// SPDX-License-Identifier: BSD-3-Clause
// What include/mpitrace.h finds: one table of functions. Takes a program's marks from any thread, also where MPI never
// comes; gives records in the calling thread's chunk.
#include <errno.h>
#include <mpitrace.h>

#include "record/regions.h"
#include "session/session.h"

namespace mpitrace::session {
namespace {

// Records in the calling thread what `mark` says, unless the thread is inside MPI (a callback) or in a signal handler
// that came upon it there.
template <class Mark>
void record_mark(Mark mark) noexcept {
  const int saved_errno = errno;
  if (start()) {
    record::Thread* thread = record::enter(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
    if (thread != nullptr) {
      mark(*thread);
      record::set_state(*thread, record::State::kOutside);
    }
  }
  errno = saved_errno;
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
void pause() noexcept {
  set_paused(true);
  record_mark([](record::Thread&) {});  // the thread follows at once
}
void resume() noexcept {
  set_paused(false);
  record_mark([](record::Thread&) {});
}

}  // namespace
}  // namespace mpitrace::session

extern "C" {
extern const struct mpitrace_interface mpitrace_interface __attribute__((visibility("default")));
const struct mpitrace_interface mpitrace_interface = {
    sizeof(struct mpitrace_interface),
    mpitrace::session::region_begin,
    mpitrace::session::region_end,
    mpitrace::session::step,
    mpitrace::session::pause,
    mpitrace::session::resume,
};
}
