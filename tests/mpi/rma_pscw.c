// SPDX-License-Identifier: BSD-3-Clause
// Post and start name the other ranks of their epoch, also on a window whose ranks are not the world's.
#include <mpi.h>
#include <stdio.h>

// Others write it: no compiler may think that it knows every access.
int memory[2] = {0, 0};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int world_rank = 0, rank = 0, flag = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm turned;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &turned);
  MPI_Comm_rank(turned, &rank);
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, turned, &window);
  MPI_Group all, others;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, rank == 0 ? 2 : 1, rank == 0 ? (const int[]){1, 0} : (const int[]){2}, &others);
  if (rank == 0) {
    MPI_Win_post(others, 0, window);
    MPI_Win_wait(window);
    if (memory[0] != 1 || memory[1] != 2) printf("wrong numbers %d %d\n", memory[0], memory[1]);
  } else {
    MPI_Win_start(others, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, window);
    MPI_Win_complete(window);
  }
  MPI_Win_post(MPI_GROUP_EMPTY, 0, window);
  while (!flag) MPI_Win_test(window, &flag);
  MPI_Win_free(&window);
  MPI_Finalize();
}
