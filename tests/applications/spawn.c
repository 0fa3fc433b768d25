// SPDX-License-Identifier: BSD-3-Clause
// Spawns two processes, which are ranks 0 and 1 of a world of their own: they take nobody's file, and messages between
// the worlds keep their ranks.
#include <mpi.h>
#include <stdio.h>

static void parent(const char* program, int rank) {
  MPI_Comm children;
  int number = 7;
  MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  MPI_Bcast(&number, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
  if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 3, children, MPI_STATUS_IGNORE);
  if (rank == 0) printf("parents got %d\n", number);
  MPI_Comm_disconnect(&children);
}

static void child(MPI_Comm parents, int rank) {
  int number = 0;
  MPI_Bcast(&number, 1, MPI_INT, 0, parents);
  number += rank;
  if (rank == 1) MPI_Send(&number, 1, MPI_INT, 0, 3, parents);
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
