// SPDX-License-Identifier: BSD-3-Clause
// Receives that fail, persistent and not, completed in each way with statuses and without: the program must be told the
// same as without a tracer that wants the statuses it ignores.
#include <mpi.h>
#include <stdio.h>

enum { kOthers = 2, kRequests = kOthers + 2 };
static int handled;

static void handle(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  MPI_Error_class(*code, &handled);
}

static int complete(int how, MPI_Request* requests, MPI_Status* statuses) {
  int flag = 0, count = 0, indices[kRequests];
  switch (how) {
    case 0:
      return MPI_Waitall(kRequests, requests, statuses);
    case 1:
      return MPI_Waitsome(kRequests, requests, &count, indices, statuses);
    case 2:
      return MPI_Testall(kRequests, requests, &flag, statuses);
    default:
      return MPI_Wait(&requests[1], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses);
  }
}

static void receive(int how, int is_persistent, int ignores) {
  int small = 0, others[kOthers + 1];
  MPI_Request requests[kRequests];
  MPI_Status statuses[kRequests];
  for (int i = 0; i < kRequests; ++i) {
    int* buffer = i == 1 ? &small : &others[i == 0 ? 0 : i - 1];
    const int tag = i == 1 ? 2 : 1;
    if (is_persistent) {
      MPI_Recv_init(buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, &requests[i]);
    } else {
      MPI_Irecv(buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, &requests[i]);
    }
  }
  if (is_persistent) MPI_Startall(kRequests, requests);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);  // what was sent has come
  handled = -1;
  int class = 0, left = 0;
  const int code = complete(how, requests, ignores ? MPI_STATUSES_IGNORE : statuses);
  if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
  for (int i = 0; i < kRequests; ++i) left = 2 * left + (requests[i] != MPI_REQUEST_NULL);
  printf("%d %s %s: class %d, handler %d, left %d\n", how, is_persistent ? "persistent" : "plain",
         ignores ? "ignored" : "kept", class, handled, left);
  for (int i = 0; i < kRequests; ++i) {
    if (requests[i] == MPI_REQUEST_NULL) continue;
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    if (requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&requests[i]);
  }
}

int main(int argc, char** argv) {
  MPI_Errhandler handler;
  int rank = 0, numbers[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 16; ++i) {
    if (rank == 0) {
      receive(i / 4, i / 2 % 2, i % 2);
      continue;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < kRequests - 1; ++k) MPI_Send(numbers, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(numbers, 2, MPI_INT, 0, 2, MPI_COMM_WORLD);  // more than there is room for
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
}
