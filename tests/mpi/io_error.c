// SPDX-License-Identifier: BSD-3-Clause
// File errors come back to the program by default: a failed call names its result, opens nothing and moves nothing.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int number = 5, class = 0;
  MPI_File file = MPI_FILE_NULL;
  int error = MPI_File_open(MPI_COMM_SELF, "no/such/folder", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_Error_class(error, &class);
  printf("opened nothing: %d\n", class == MPI_ERR_NO_SUCH_FILE);
  MPI_File_open(MPI_COMM_SELF, "numbers", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  error = MPI_File_read_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  printf("read nothing: %d\n", error != MPI_SUCCESS);
  error = MPI_File_write_at(file, 0, &number, -1, MPI_INT, MPI_STATUS_IGNORE);
  printf("wrote nothing: %d\n", error != MPI_SUCCESS);
  MPI_File_close(&file);
  error = MPI_File_delete("no/such/file", MPI_INFO_NULL);
  printf("deleted nothing: %d\n", error != MPI_SUCCESS);
  MPI_Finalize();
}
