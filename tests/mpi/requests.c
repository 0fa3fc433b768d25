// SPDX-License-Identifier: BSD-3-Clause
// Requests with a turn: null, freed while active, cancelled, and persistent but never started.
#include <mpi.h>
#include <stdio.h>

static void null_requests(void) {
  MPI_Request nothing[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int flag = 0, index = 0;
  MPI_Wait(&nothing[0], MPI_STATUS_IGNORE);
  MPI_Waitall(2, nothing, MPI_STATUSES_IGNORE);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
  MPI_Test(&nothing[0], &flag, MPI_STATUS_IGNORE);
  MPI_Waitany(2, nothing, &index, MPI_STATUS_IGNORE);
  if (!flag || index != MPI_UNDEFINED) printf("null requests: wrong answer\n");
}

static void freed_while_active(void) {
  int number = 1, got = 0;
  MPI_Request send;
  MPI_Isend(&number, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &send);
  MPI_Request_free(&send);
  MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void cancelled(void) {
  int number = 0, was_cancelled = 0;
  MPI_Request receive;
  MPI_Status status;
  MPI_Irecv(&number, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &receive);
  MPI_Cancel(&receive);
  MPI_Wait(&receive, &status);
  MPI_Test_cancelled(&status, &was_cancelled);
  if (!was_cancelled) printf("cancelled: wrong answer\n");
}

static void never_started(void) {
  int number = 0, flag = 0;
  MPI_Request idle;
  MPI_Recv_init(&number, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &idle);
  MPI_Wait(&idle, MPI_STATUS_IGNORE);
  MPI_Test(&idle, &flag, MPI_STATUS_IGNORE);
  MPI_Request_free(&idle);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  null_requests();
  freed_while_active();
  cancelled();
  never_started();
  MPI_Finalize();
}
