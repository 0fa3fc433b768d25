// SPDX-License-Identifier: BSD-3-Clause
// Regions and steps of the program's own, around calls and without any, in threads' nesting, and a pause.
#include <mpi.h>
#include <mpitrace.h>

int main(int argc, char** argv) {
  mpitrace_region_begin("before MPI");
  MPI_Init(&argc, &argv);
  mpitrace_region_end();
  int number = 1;
  for (int i = 0; i < 2; ++i) {
    mpitrace_step((unsigned long long)i);
    mpitrace_region_begin("solve");
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    mpitrace_region_begin("smooth \"fine\"");
    MPI_Barrier(MPI_COMM_WORLD);
    mpitrace_region_end();
    mpitrace_region_end();
  }
  mpitrace_pause();
  MPI_Barrier(MPI_COMM_WORLD);
  mpitrace_resume();
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
