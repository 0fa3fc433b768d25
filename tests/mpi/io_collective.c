// SPDX-License-Identifier: BSD-3-Clause
// Calls that all processes of a file make count on it; those on another file do not count there.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, number = 0, read = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File shared, own;
  MPI_File_open(MPI_COMM_WORLD, "shared", mode, MPI_INFO_NULL, &shared);
  MPI_File_open(MPI_COMM_SELF, rank == 0 ? "zero" : "one", mode, MPI_INFO_NULL, &own);
  MPI_File_set_size(shared, 64);
  MPI_File_set_view(shared, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  number = 10 + rank;
  MPI_File_write_at_all(shared, rank, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_all(own, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(shared);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(shared, 1 - rank, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  if (read != 11 - rank) printf("wrong number %d\n", read);
  MPI_File_seek(shared, 0, MPI_SEEK_SET);
  MPI_File_read_all(shared, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered(shared, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&own);
  MPI_File_close(&shared);
  MPI_Finalize();
}
