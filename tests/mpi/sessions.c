// SPDX-License-Identifier: BSD-3-Clause
// MPI sessions without MPI_Init: communicators of all ranks and of halves with the same tag, twice, and messages in each.
#include <mpi.h>
#include <stdio.h>

static void send_around(MPI_Group group, const char* tag) {
  MPI_Comm comm;
  int rank = 0;
  int size = 0;
  int got = 0;
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 5, &got, 1, MPI_INT, (rank + size - 1) % size, 5, comm,
               MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
}

int main(void) {
  MPI_Session session;
  MPI_Group all;
  MPI_Group half;
  int rank = 0;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Group_rank(all, &rank);
  const int pair[2] = {rank / 2 * 2, rank / 2 * 2 + 1};
  MPI_Group_incl(all, 2, pair, &half);
  send_around(all, "everyone");
  send_around(half, "half");
  send_around(half, "half");
  MPI_Group_free(&half);
  MPI_Group_free(&all);
  MPI_Session_finalize(&session);
  if (rank == 0) printf("done\n");
  return 0;
}
