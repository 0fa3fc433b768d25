// SPDX-License-Identifier: BSD-3-Clause
// MPI_Pcontrol stops and resumes recording. What happens in between is not shown, but the messages behind it still find
// each other.
#include <mpi.h>

static void pass(int rank, int tag) {
  int number = tag;
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pass(rank, 1);
  MPI_Pcontrol(0);
  pass(rank, 1);
  MPI_Pcontrol(1);
  pass(rank, 1);
  MPI_Pcontrol(2);
  pass(rank, 1);
  MPI_Finalize();
}
