// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 is killed while rank 0 waits for it in a call that cannot end; the launcher then ends rank 0. Every call of
// both is on record, and rank 0's says where it was.
#include <mpi.h>
#include <signal.h>

enum { kRounds = 50 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, sent = 0, received = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < kRounds; ++round)
    MPI_Sendrecv(&sent, 1, MPI_INT, 1 - rank, round, &received, 1, MPI_INT, 1 - rank, round, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  if (rank == 1) {
    // The message comes from inside a call that cannot end, so that is where rank 0 is for certain.
    MPI_Recv(&received, 1, MPI_INT, 0, kRounds, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    raise(SIGKILL);
  }
  MPI_Sendrecv(&sent, 1, MPI_INT, 1, kRounds, &received, 1, MPI_INT, 1, kRounds + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
