// SPDX-License-Identifier: BSD-3-Clause
// Every way to complete a request: Wait, Waitall, Waitany, Waitsome and the four Tests, with and without a status.
#include <mpi.h>

static MPI_Request start(int rank, int* data, int tag) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Isend(data, 1 + tag, MPI_INT, 1, tag, MPI_COMM_WORLD, &request);
  } else {
    MPI_Irecv(data, 8, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
  }
  return request;
}

static void complete_by_wait(int rank, int data[8][8]) {
  MPI_Request requests[4];
  MPI_Status statuses[4];
  int index = 0, done = 0, indices[4];
  requests[0] = start(rank, data[0], 0);
  MPI_Wait(&requests[0], &statuses[0]);
  for (int i = 0; i < 4; ++i) requests[i] = start(rank, data[i], i);
  MPI_Waitall(4, requests, statuses);
  for (int i = 0; i < 4; ++i) requests[i] = start(rank, data[i], i);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  requests[2] = start(rank, data[2], 2);
  MPI_Waitany(4, requests, &index, &statuses[0]);
  requests[3] = start(rank, data[3], 3);
  MPI_Waitsome(4, requests, &done, indices, statuses);
}

static void complete_by_test(int rank, int data[8][8]) {
  MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[4];
  int index = 0, done = 0, indices[4];
  requests[0] = start(rank, data[0], 0);
  while (!done) MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i) requests[i] = start(rank, data[i], i);
  for (done = 0; !done;) MPI_Testall(4, requests, &done, statuses);
  requests[1] = start(rank, data[1], 1);
  for (done = 0; !done;) MPI_Testany(4, requests, &index, &done, &statuses[0]);
  requests[2] = start(rank, data[2], 2);
  for (done = 0; done == 0;) MPI_Testsome(4, requests, &done, indices, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, data[8][8] = {{0}};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  complete_by_wait(rank, data);
  complete_by_test(rank, data);
  MPI_Finalize();
}
