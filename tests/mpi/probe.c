// SPDX-License-Identifier: BSD-3-Clause
// Looking at a message before it is received: Probe, Iprobe, and the matched probes with their own receives.
#include <mpi.h>

static void receive_after_probe(int* data) {
  MPI_Status status;
  int found = 0;
  MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Recv(data, 8, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  while (!found) MPI_Iprobe(0, 2, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  MPI_Recv(data, 8, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_matched(int* data) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(data, 8, MPI_INT, &message, MPI_STATUS_IGNORE);
  while (!found) MPI_Improbe(0, 4, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(data, 8, MPI_INT, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(data, 8, MPI_INT, &message, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, data[8] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int tag = 1; tag <= 4; ++tag) MPI_Send(data, tag, MPI_INT, 1, tag, MPI_COMM_WORLD);
  } else {
    receive_after_probe(data);
    receive_matched(data);
  }
  MPI_Finalize();
}
