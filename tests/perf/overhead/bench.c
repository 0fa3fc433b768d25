// SPDX-License-Identifier: BSD-3-Clause
// Loops of one MPI call each. Rank 0 prints what a tracer adds to: CPU time a call, peak memory, and when MPI_Finalize
// began. Its clocks are the system's own, so that no tracer can bend them.
//   bench rank|iprobe|self|pingpong|allreduce ITERATIONS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long peak_kib(void) {
  char line[256];
  long kib = 0;
  FILE* status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL) sscanf(line, "VmHWM: %ld", &kib);
  if (status != NULL) fclose(status);
  return kib;
}

static long call_rank(long iterations) {
  int rank = 0;
  for (long i = 0; i < iterations; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return iterations;
}

static long call_iprobe(long iterations) {
  int found = 0;
  MPI_Status status;
  for (long i = 0; i < iterations; ++i) MPI_Iprobe(0, 7, MPI_COMM_SELF, &found, &status);
  return iterations;
}

static long call_self(long iterations) {
  long sent = 1, received = 0;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (long i = 0; i < iterations; ++i) {
    MPI_Isend(&sent, 8, MPI_BYTE, 0, 5, MPI_COMM_SELF, &requests[0]);
    MPI_Irecv(&received, 8, MPI_BYTE, 0, 5, MPI_COMM_SELF, &requests[1]);
    MPI_Waitall(2, requests, statuses);
  }
  return 3 * iterations;
}

static long call_pingpong(long iterations) {
  long number = 1;
  int rank = 0;
  MPI_Status status;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (long i = 0; i < iterations && rank < 2; ++i) {
    if (rank == 0) MPI_Send(&number, 8, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
    MPI_Recv(&number, 8, MPI_BYTE, 1 - rank, 5, MPI_COMM_WORLD, &status);
    if (rank == 1) MPI_Send(&number, 8, MPI_BYTE, 0, 5, MPI_COMM_WORLD);
  }
  return 2 * iterations;
}

static long call_allreduce(long iterations) {
  double part = 1, sum = 0;
  for (long i = 0; i < iterations; ++i) MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return iterations;
}

static const struct {
  const char* name;
  long (*run)(long iterations);
} kLoops[] = {{"rank", call_rank},
              {"iprobe", call_iprobe},
              {"self", call_self},
              {"pingpong", call_pingpong},
              {"allreduce", call_allreduce}};

// Kept as a function of its own: instruction counts are collected inside it.
__attribute__((noinline)) long run_loop(const char* name, long iterations) {
  for (size_t i = 0; i < sizeof kLoops / sizeof *kLoops; ++i)
    if (strcmp(name, kLoops[i].name) == 0) return kLoops[i].run(iterations);
  return 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  const long long cpu_start_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  const long calls = argc == 3 ? run_loop(argv[1], atol(argv[2])) : 0;
  const long long cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_start_ns;
  if (calls == 0) MPI_Abort(MPI_COMM_WORLD, 2);
  const long long finalize_ns = clock_ns(CLOCK_MONOTONIC);
  MPI_Finalize();
  if (rank == 0)
    printf("calls=%ld cpu_ns=%lld peak_kib=%ld finalize_ns=%lld\n", calls, cpu_ns, peak_kib(), finalize_ns);
}
