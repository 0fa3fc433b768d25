// SPDX-License-Identifier: BSD-3-Clause
// Kills itself after calls that only the mapped pages of the record have seen: nothing is lost.
#include <mpi.h>
#include <signal.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int number = 0;
  for (int i = 0; i < 3; ++i) MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Sendrecv_replace(&number, 1, MPI_INT, 0, 1, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  raise(SIGKILL);
}
