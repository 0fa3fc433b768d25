// SPDX-License-Identifier: BSD-3-Clause
// Fences count on their window, and a window is known by the name the program gives it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, *memory = NULL, *number = NULL;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size;
  MPI_Win halo, counters;
  MPI_Win_allocate(100 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &halo);
  MPI_Win_set_name(halo, "halo");
  MPI_Win_allocate(sizeof *number, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &number, &counters);
  *number = 0;
  MPI_Win_fence(0, halo);
  MPI_Put(&rank, 1, MPI_INT, next, 7, 1, MPI_INT, halo);
  MPI_Win_fence(0, halo);
  MPI_Win_fence(0, counters);
  MPI_Accumulate(&memory[7], 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, counters);
  MPI_Put(memory, 50, MPI_INT, MPI_PROC_NULL, 0, 50, MPI_INT, counters);
  MPI_Win_fence(0, counters);
  if (rank == 0 && *number != size * (size - 1) / 2) printf("wrong sum %d\n", *number);
  MPI_Win_free(&counters);
  MPI_Win_free(&halo);
  MPI_Finalize();
}
