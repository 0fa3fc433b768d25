// SPDX-License-Identifier: BSD-3-Clause
// Blocking sends in all four modes and their receives: exact, by wildcard, shorter than the room offered, empty, and to
// no one.
#include <mpi.h>
#include <stdlib.h>

static void send_all(int* data) {
  const int room = 4 * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
  void* buffer = malloc((size_t)room);
  MPI_Buffer_attach(buffer, room);
  MPI_Send(data, 4, MPI_INT, 1, 10, MPI_COMM_WORLD);
  MPI_Ssend(data, 3, MPI_INT, 1, 11, MPI_COMM_WORLD);
  MPI_Bsend(data, 4, MPI_INT, 1, 12, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(data, 2, MPI_INT, 1, 13, MPI_COMM_WORLD);
  MPI_Send(data, 0, MPI_INT, 1, 14, MPI_COMM_WORLD);
  MPI_Send(data, 4, MPI_INT, MPI_PROC_NULL, 15, MPI_COMM_WORLD);
  MPI_Buffer_detach(&buffer, &(int){0});
  free(buffer);
}

static void receive_all(int* data) {
  MPI_Request request;
  MPI_Status status;
  MPI_Recv(data, 4, MPI_INT, 0, 10, MPI_COMM_WORLD, &status);
  MPI_Recv(data, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(data, 8, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Irecv(data, 2, MPI_INT, 0, 13, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Recv(data, 8, MPI_INT, 0, 14, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(data, 8, MPI_INT, MPI_PROC_NULL, 15, MPI_COMM_WORLD, &status);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, data[8] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    send_all(data);
  } else {
    receive_all(data);
  }
  MPI_Finalize();
}
