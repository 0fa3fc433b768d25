// SPDX-License-Identifier: BSD-3-Clause
// Asks MPI a question, then replaces itself by exec, as a wrapper program does: the process that runs MPI is the
// second.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (argc == 1) return execl("/proc/self/exe", argv[0], "second", (char*)NULL);
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("initialized before: %d\n", initialized);
  MPI_Finalize();
}
