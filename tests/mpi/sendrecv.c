// SPDX-License-Identifier: BSD-3-Clause
// Send and receive in one call: round a ring, along a line that ends in no one, and in place.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, sent[4] = {0}, received[4];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Sendrecv(sent, 2, MPI_INT, right, 5, received, 4, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(sent, 1, MPI_INT, right, rank, received, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  const int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, previous = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  MPI_Sendrecv(sent, 4, MPI_INT, next, 6, received, 4, MPI_INT, previous, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(sent, 4, MPI_INT, right, 7, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
