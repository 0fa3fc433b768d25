// SPDX-License-Identifier: BSD-3-Clause
// The program that the translator is put under: linked to it instead of to an MPI.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  printf("rank %d: done\n", rank);
  return 0;
}
