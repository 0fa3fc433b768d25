// SPDX-License-Identifier: BSD-3-Clause
// Persistent requests, started alone and together, three times over; they keep their identity until they are freed.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, sent[3] = {1, 2, 3}, received[3];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  MPI_Request requests[3];
  MPI_Recv_init(received, 3, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(sent, 3, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Ssend_init(sent, 2, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &requests[2]);
  for (int round = 0; round < 2; ++round) {
    MPI_Startall(3, requests);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Start(&requests[0]);
  MPI_Start(&requests[1]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
  MPI_Finalize();
}
