// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes that make a request, completed like any other. None ends beyond the file: Open MPI 4.1.4 waits for
// ever for what such a read does not get.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, numbers[4] = {1, 2, 3, 4}, read[8] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_Request requests[2];
  MPI_File_open(MPI_COMM_SELF, rank == 0 ? "zero" : "one", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_iwrite_at(file, 0, numbers, 2, MPI_INT, &requests[0]);
  MPI_File_iwrite_at(file, 8, numbers + 2, 2, MPI_INT, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_File_iread_at(file, 0, read, 4, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, 8, read + 4, 2, MPI_INT, &requests[0]);
  MPI_File_iread(file, read, 1, MPI_INT, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  if (read[3] != 4 || read[5] != 4) printf("wrong numbers %d %d\n", read[3], read[5]);
  MPI_File_iwrite_all(file, numbers, 1, MPI_INT, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
