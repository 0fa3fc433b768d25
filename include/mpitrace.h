/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Marks parts of a program for mpitrace: regions, steps, and what is recorded. For C and C++; nothing to link. Where
 * libmpitrace.so is not preloaded every call does nothing; the first one of a process looks for it, any other costs a
 * test. Where it is, a mark costs about what a recorded MPI call costs. Any thread may call, also before MPI_Init,
 * after MPI_Finalize and without MPI.
 *
 *   mpitrace_region_begin("solve");          regions nest; names are copied, at most 256 bytes of each
 *   mpitrace_region_end();                   ends the one begun last on this thread
 *   mpitrace_step(i);                        from here on it is iteration i
 *   mpitrace_pause(); mpitrace_resume();     for the whole process, as MPI_Pcontrol(0) and MPI_Pcontrol(1)
 *
 *   mpitrace::Region region("solve");        C++: until the end of the scope
 */
#ifndef MPITRACE_H
#define MPITRACE_H

#include <dlfcn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What libmpitrace.so offers. Later versions add members at the end; `size` says how many bytes this one has. */
struct mpitrace_interface {
  unsigned long size;
  void (*region_begin)(const char* name);
  void (*region_end)(void);
  void (*step)(unsigned long long number);
  void (*pause)(void);
  void (*resume)(void);
};

/* NULL where the library is absent. */
static inline const struct mpitrace_interface* mpitrace_find(void) {
  static const struct mpitrace_interface none = {0, 0, 0, 0, 0, 0};
  static const struct mpitrace_interface* found = 0; /* threads may race here: all find the same */
  if (found == 0) {
    /* A null handle is RTLD_DEFAULT, which <dlfcn.h> shows only where _GNU_SOURCE is defined. */
    const struct mpitrace_interface* there = (const struct mpitrace_interface*)dlsym((void*)0, "mpitrace_interface");
    found = there != 0 ? there : &none;
  }
  return found == &none ? 0 : found;
}

static inline void mpitrace_region_begin(const char* name) {
  const struct mpitrace_interface* recorder = mpitrace_find();
  if (recorder != 0) recorder->region_begin(name);
}

static inline void mpitrace_region_end(void) {
  const struct mpitrace_interface* recorder = mpitrace_find();
  if (recorder != 0) recorder->region_end();
}

static inline void mpitrace_step(unsigned long long number) {
  const struct mpitrace_interface* recorder = mpitrace_find();
  if (recorder != 0) recorder->step(number);
}

static inline void mpitrace_pause(void) {
  const struct mpitrace_interface* recorder = mpitrace_find();
  if (recorder != 0) recorder->pause();
}

static inline void mpitrace_resume(void) {
  const struct mpitrace_interface* recorder = mpitrace_find();
  if (recorder != 0) recorder->resume();
}

#ifdef __cplusplus
} /* extern "C" */

namespace mpitrace {

class Region {
 public:
  explicit Region(const char* name) { mpitrace_region_begin(name); }
  ~Region() { mpitrace_region_end(); }

 private:
  Region(const Region&);
  Region& operator=(const Region&);
};

}  // namespace mpitrace
#endif

#endif /* MPITRACE_H */
