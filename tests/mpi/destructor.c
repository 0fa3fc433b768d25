// SPDX-License-Identifier: BSD-3-Clause
// Calls MPI after main has returned: in an exit handler and in a destructor, where MPI is finalised.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void at_exit(void) {
  MPI_Barrier(MPI_COMM_WORLD);
}

__attribute__((destructor)) static void last_of_all(void) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("the last barrier is passed\n");
  MPI_Finalize();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  atexit(at_exit);
  MPI_Barrier(MPI_COMM_WORLD);
}
