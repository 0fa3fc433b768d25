// SPDX-License-Identifier: BSD-3-Clause
// nodes HOW: a program of any number of ranks for clocks.py, and an end of it.
//   plain     communicators, collectives and messages, then MPI_Finalize
//   pending   messages that nobody receives, and receives that nobody sends to, when MPI_Finalize comes
//   unwritable   plain, where rank 1 can make no file
//   killed, exit, abort   ends behind MPI_Init
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void use_communicators(void) {
  MPI_Comm halves, copy;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &halves);
  MPI_Comm_dup(halves, &copy);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
  printf("rank %d: its half adds up to %d\n", rank, sum);
  MPI_Comm_free(&halves);
  int from = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 3, &from, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  printf("rank %d: hears of %d\n", rank, from);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&copy);
}

// Static, since MPI may still write to it when it ends.
static int never = -1;

static void leave_messages(void) {
  static int unheard = 99;
  MPI_Request sent, pending;
  if (rank == 1) MPI_Isend(&unheard, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &sent);
  if (rank == 1) MPI_Request_free(&sent);
  if (rank > 1) MPI_Irecv(&never, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &pending);
  if (rank > 1) MPI_Request_free(&pending);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "plain";
  // The recorder reads its settings at the first call.
  const char* own = getenv("OMPI_COMM_WORLD_RANK") != NULL ? getenv("OMPI_COMM_WORLD_RANK") : getenv("PMI_RANK");
  if (strcmp(how, "unwritable") == 0 && own != NULL && strcmp(own, "1") == 0) setenv("MPITRACE_DIR", "/dev/null/none", 1);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  printf("rank %d: errors are %s\n", rank, handler == MPI_ERRORS_ARE_FATAL ? "fatal" : "not fatal");
  MPI_Errhandler_free(&handler);
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(how, "plain") == 0 || strcmp(how, "unwritable") == 0) use_communicators();
  if (strcmp(how, "pending") == 0) leave_messages();
  fflush(stdout);
  if (strcmp(how, "killed") == 0) raise(SIGKILL);
  if (strcmp(how, "exit") == 0) exit(0);
  if (strcmp(how, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 3);
  if (strcmp(how, "abort") == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (never != -1) printf("rank %d: got %d from nobody\n", rank, never);
  return 0;
}
