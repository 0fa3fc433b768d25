// SPDX-License-Identifier: BSD-3-Clause
// Another tool on MPI's profiling interface: counts the calls of one function and says so at the end. Built as a shared
// library that is preloaded beside libmpitrace.so.
#include <mpi.h>
#include <stdio.h>

static int sends = 0;

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++sends;
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Finalize(void) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: the other tool saw %d sends\n", rank, sends);
  return PMPI_Finalize();
}
