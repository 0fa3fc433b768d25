// SPDX-License-Identifier: BSD-3-Clause
// Polls that fail, a known number of them, between calls that succeed: they are folded, and none is lost.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int flag = 0, sent = 0, received = 0;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  for (int i = 0; i < 1000; ++i) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  for (int i = 0; i < 500; ++i) MPI_Iprobe(0, 2, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 10; ++i) MPI_Iprobe(0, 2, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
