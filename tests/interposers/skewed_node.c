// SPDX-License-Identifier: BSD-3-Clause
// Pretends that ranks run on several nodes, each with a clock of its own that is known to the nanosecond. Preload it
// before libmpitrace.so:
//
//   LD_PRELOAD=skewed_node.so:libmpitrace.so SKEWED_NODE_RANKS=2 SKEWED_NODE_OFFSETS_NS=0,-1500000000 \
//     SKEWED_NODE_DRIFTS_PPB=0,20000 mpirun -n 4 ./app
//
//   SKEWED_NODE_RANKS       ranks on a node, in the order of ranks; the default is 1: every rank has a node
//   SKEWED_NODE_OFFSETS_NS  of node 0, 1, ...; 0 where the list ends
//   SKEWED_NODE_DRIFTS_PPB  the same, in parts per billion
//
// When the machine's CLOCK_MONOTONIC_RAW is t, that of node n is t + offset[n] + t * drift[n] / 10^9, rounded towards 0;
// CLOCK_MONOTONIC and CLOCK_REALTIME are moved by as much. The recorder reads that clock instead of the time stamp
// counter, which nobody can move: the kernel seems not to keep time by it. Each node has a boot id of its own, and the
// launcher's word of how many ranks share a node is corrected.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long offset_ns = 0;
static long long drift_ppb = 0;
static int node = 0;

static long long number(const char* name, long long otherwise) {
  const char* value = getenv(name);
  return value != NULL && *value != '\0' ? atoll(value) : otherwise;
}

static long long nth(const char* name, int n) {
  const char* at = getenv(name);
  for (; at != NULL && n > 0; --n) {
    at = strchr(at, ',');
    if (at != NULL) ++at;
  }
  return at != NULL ? atoll(at) : 0;
}

static void correct(const char* local_size, const char* world_size, int ranks) {
  char text[16];
  const int left = (int)number(world_size, 0) - node * ranks;
  if (getenv(local_size) == NULL) return;
  snprintf(text, sizeof text, "%d", left < ranks ? left : ranks);
  setenv(local_size, text, 1);
}

__attribute__((constructor)) static void begin(void) {
  const int ranks = (int)number("SKEWED_NODE_RANKS", 1);
  const int rank = (int)number("OMPI_COMM_WORLD_RANK", number("PMI_RANK", -1));
  if (rank < 0 || ranks < 1) return;  // a launcher
  node = rank / ranks;
  offset_ns = nth("SKEWED_NODE_OFFSETS_NS", node);
  drift_ppb = nth("SKEWED_NODE_DRIFTS_PPB", node);
  correct("OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_SIZE", ranks);
  correct("MPI_LOCALNRANKS", "PMI_SIZE", ranks);
}

static long long read_clock(clockid_t clock, struct timespec* time) {
  if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
  return time->tv_sec * 1000000000LL + time->tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  const long long now_ns = read_clock(clock, time);
  if (now_ns < 0) return -1;
  if (clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME) return 0;
  struct timespec raw;
  const long long raw_ns = clock == CLOCK_MONOTONIC_RAW ? now_ns : read_clock(CLOCK_MONOTONIC_RAW, &raw);
  const long long moved_ns = now_ns + offset_ns + (long long)((__int128)raw_ns * drift_ppb / 1000000000);
  time->tv_sec = moved_ns / 1000000000;
  time->tv_nsec = moved_ns % 1000000000;
  return 0;
}

static int file_with(const char* text) {
  const int file = memfd_create("skewed_node", MFD_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0 || lseek(file, 0, SEEK_SET) != 0) abort();
  return file;
}

int open(const char* path, int flags, ...) {
  char boot_id[64];
  va_list more;
  va_start(more, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  if (strcmp(path, "/sys/devices/system/clocksource/clocksource0/current_clocksource") == 0) return file_with("hpet\n");
  if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) {
    snprintf(boot_id, sizeof boot_id, "5ca1ab1e-0000-4000-8000-%012d\n", node);
    return file_with(boot_id);
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
