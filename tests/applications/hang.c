// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 waits for a message that nobody sends, rank 0 waits for rank 1 in a barrier of another communicator. Ends when
// it is told to; each rank says by which process id.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { kRounds = 50 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm pair;
  MPI_Comm_dup(MPI_COMM_WORLD, &pair);
  MPI_Comm_set_name(pair, "pair");
  for (int round = 0; round < kRounds; ++round)
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d is %d\n", rank, (int)getpid());
  fflush(stdout);
  if (rank == 1) {
    MPI_Recv(&number, 1, MPI_INT, 0, 999, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(pair);
  }
  MPI_Finalize();
}
