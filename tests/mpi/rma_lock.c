// SPDX-License-Identifier: BSD-3-Clause
// Locks of both types, of one rank and of all; what an operation that fetches sends and gets.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, one = 1, two = 2, got = -1, *memory = NULL;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win window;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Fetch_and_op(&one, &got, MPI_INT, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  MPI_Win_unlock(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, window);
  MPI_Win_flush_local(1 - rank, window);
  MPI_Win_unlock(1 - rank, window);
  MPI_Win_lock_all(0, window);
  MPI_Compare_and_swap(&two, &one, &got, MPI_INT, 1, 1, window);
  MPI_Get_accumulate(NULL, 77, MPI_DATATYPE_NULL, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, window);
  MPI_Win_flush_all(window);
  MPI_Win_sync(window);
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0 && memory[0] != 2) printf("wrong count %d\n", memory[0]);
  MPI_Win_free(&window);
  MPI_Finalize();
}
