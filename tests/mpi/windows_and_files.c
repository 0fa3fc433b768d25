// SPDX-License-Identifier: BSD-3-Clause
// One-sided and file operations. Both libraries call MPI within them, some through its public names: only the program's
// calls count.
#include <mpi.h>
#include <stdio.h>

static void one_sided(int rank) {
  int window_data[2] = {0, 0}, number = rank;
  MPI_Win window;
  MPI_Win_create(window_data, sizeof window_data, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&number, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
  MPI_Get(&number, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, window);
  MPI_Win_unlock(1 - rank, window);
  MPI_Win_free(&window);
  if (window_data[0] != 1 - rank || number != 0) printf("one-sided: wrong answer\n");
}

static void files(int rank) {
  int written = rank, read = -1;
  const MPI_Offset mine = rank * (MPI_Offset)sizeof(int), other = (1 - rank) * (MPI_Offset)sizeof(int);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "numbers", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at_all(file, mine, &written, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_read_at(file, other, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  if (read != 1 - rank) printf("files: wrong answer\n");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  one_sided(rank);
  files(rank);
  MPI_Finalize();
}
