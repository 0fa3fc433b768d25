// SPDX-License-Identifier: BSD-3-Clause
// moments HOW: says when its barriers really began, for timeline.py. Between them, messages go around.
//   whole     to MPI_Finalize
//   killed    ends before it
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { kBarriers = 200 };

// Past whoever pretends another clock.
static long long true_ns(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "whole";
  int rank, size, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static long long before[kBarriers], after[kBarriers];
  for (int i = 0; i < kBarriers; ++i) {
    before[i] = true_ns();
    MPI_Barrier(MPI_COMM_WORLD);
    after[i] = true_ns();
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + 1) % size, 3, &token, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + size - 1) % size, 4, &token, 1, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    usleep(5000);
  }
  for (int i = 0; i < kBarriers; ++i) printf("moment %d %lld %lld\n", rank, before[i], after[i]);
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(how, "killed") == 0) raise(SIGKILL);
  MPI_Finalize();
  return 0;
}
