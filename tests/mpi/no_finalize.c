// SPDX-License-Identifier: BSD-3-Clause
// Ends without MPI_Finalize, by exit(): what was called is on record all the same.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("leaving without MPI_Finalize\n");
  exit(0);
}
