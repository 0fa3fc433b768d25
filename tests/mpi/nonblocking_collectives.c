// SPDX-License-Identifier: BSD-3-Clause
// Collectives that only start: each has a request, several are under way at once, and they count in one sequence with
// blocking ones.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int a[4] = {0}, b[16] = {0}, c[4] = {0}, sum[4], done = 0;
  MPI_Request requests[3], single;
  MPI_Ibarrier(MPI_COMM_WORLD, &single);
  MPI_Wait(&single, MPI_STATUS_IGNORE);
  MPI_Ibcast(a, 4, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallgather(c, 2, MPI_INT, b, 2, MPI_INT, MPI_COMM_WORLD, &requests[1]);
  MPI_Iallreduce(c, sum, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Ireduce(a, sum, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ialltoall(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD, &requests[1]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  while (!done) MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
