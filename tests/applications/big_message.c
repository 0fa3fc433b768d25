// SPDX-License-Identifier: BSD-3-Clause
// Messages of 2.5 GiB in 320 elements: their bytes need more than 32 bits. Nothing is copied, so the memory is never
// really there.
#include <mpi.h>
#include <stdlib.h>

enum { kElements = 320, kElementBytes = 8 << 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  char* buffer = calloc(kElements, kElementBytes);
  if (buffer == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Datatype element;
  MPI_Type_contiguous(kElementBytes / (int)sizeof(double), MPI_DOUBLE, &element);
  MPI_Type_commit(&element);
  MPI_Request request;
  MPI_Bcast(buffer, kElements, element, 0, MPI_COMM_SELF);
  MPI_Send(buffer, kElements, element, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Isend(buffer, kElements, element, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&element);
  MPI_Finalize();
}
