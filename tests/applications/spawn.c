// SPDX-License-Identifier: BSD-3-Clause
// Spawns two processes, which are ranks 0 and 1 of a world of their own: they take nobody's file, and messages between
// the worlds keep their ranks. Then all four are one communicator, in which each sends to the next.
#include <mpi.h>
#include <stdio.h>

static void send_around(MPI_Comm between, int is_child) {
  MPI_Comm all;
  int rank = 0;
  int size = 0;
  int from_before = -1;
  MPI_Intercomm_merge(between, is_child, &all);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 4, &from_before, 1, MPI_INT, (rank + size - 1) % size, 4, all,
               MPI_STATUS_IGNORE);
  if (from_before != (rank + size - 1) % size) printf("rank %d got %d\n", rank, from_before);
  MPI_Comm_free(&all);
}

static void parent(const char* program, int rank) {
  MPI_Comm children;
  int number = 7;
  MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  MPI_Bcast(&number, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
  if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 3, children, MPI_STATUS_IGNORE);
  if (rank == 0) printf("parents got %d\n", number);
  send_around(children, 0);
  MPI_Comm_disconnect(&children);
}

static void child(MPI_Comm parents, int rank) {
  int number = 0;
  MPI_Bcast(&number, 1, MPI_INT, 0, parents);
  number += rank;
  if (rank == 1) MPI_Send(&number, 1, MPI_INT, 0, 3, parents);
  send_around(parents, 1);
  MPI_Comm_disconnect(&parents);
}

int main(int argc, char** argv) {
  MPI_Comm parents;
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL) {
    parent(argv[0], rank);
  } else {
    child(parents, rank);
  }
  MPI_Finalize();
}
