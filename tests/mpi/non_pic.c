// SPDX-License-Identifier: BSD-3-Clause
// Built at a fixed address: the linker then copies Open MPI's predefined handles into the program, and MPI_COMM_WORLD
// is not where the library's own symbol is. It must still be recognised as the world.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int number = 1;
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Sendrecv_replace(&number, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
