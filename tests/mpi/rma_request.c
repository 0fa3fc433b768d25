// SPDX-License-Identifier: BSD-3-Clause
// One-sided operations that make a request, completed like any other; a window that is used while recording is paused.
#include <mpi.h>
#include <stdio.h>

// Others write it: no compiler may think that it knows every access.
int memory[4] = {0, 0, 0, 0};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, give[2] = {4, 5}, take[2] = {0, 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win window;
  MPI_Pcontrol(0);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Pcontrol(1);
  MPI_Request requests[2];
  MPI_Win_lock_all(0, window);
  MPI_Rput(give, 2, MPI_INT, 1 - rank, 0, 2, MPI_INT, window, &requests[0]);
  MPI_Raccumulate(give, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, MPI_SUM, window, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_flush_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rget(take, 2, MPI_INT, 1 - rank, 1, 2, MPI_INT, window, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Rget_accumulate(give, 1, MPI_INT, take, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, MPI_REPLACE, window, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(window);
  if (take[1] != 4) printf("wrong number %d\n", take[1]);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
