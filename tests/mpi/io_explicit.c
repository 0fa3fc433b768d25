// SPDX-License-Identifier: BSD-3-Clause
// Each rank's own reads and writes at offsets that it names, or that a file pointer keeps; a read beyond the end.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, numbers[4] = {1, 2, 3, 4}, read[8] = {0}, count = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const MPI_Offset mine = rank * (MPI_Offset)sizeof numbers;
  MPI_File file;
  MPI_Status status;
  MPI_File_open(MPI_COMM_WORLD, "numbers", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at(file, mine, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(file, 16, read, 8, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  if (count != 4 || read[3] != 4) printf("wrong count %d\n", count);
  MPI_File_read_at(file, 4096, read, 8, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, mine, MPI_SEEK_SET);
  MPI_File_read(file, read, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, -4, MPI_SEEK_CUR);
  MPI_File_write(file, read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read(file, read, 0, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
