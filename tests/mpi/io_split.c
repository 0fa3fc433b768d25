// SPDX-License-Identifier: BSD-3-Clause
// Split collectives: the beginning counts on the file and says how much is asked for, the end what came of it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, numbers[2] = {7, 8}, read[4] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "numbers", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at_all_begin(file, 8 * rank, numbers, 2, MPI_INT);
  MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_all_begin(file, read, 4, MPI_INT);
  MPI_File_read_all_end(file, read, MPI_STATUS_IGNORE);
  if (read[3] != 8) printf("wrong number %d\n", read[3]);
  MPI_File_read_at_all_begin(file, 8 * rank, read, 2, MPI_INT);
  MPI_File_read_at_all_end(file, read, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
