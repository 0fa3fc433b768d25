// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 aborts while rank 0 waits for it: both keep what they did, and rank 0's record says in which call it ended.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, sent = 0, received = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    // The message comes from inside a call that cannot end, so that is where rank 0 is for certain.
    MPI_Recv(&received, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Abort(MPI_COMM_WORLD, 6);
  }
  MPI_Sendrecv(&sent, 1, MPI_INT, 1, 1, &received, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
