// SPDX-License-Identifier: BSD-3-Clause
// Forks in the middle. The child ends by exit(), which runs its destructors; the parent's record knows nothing of it
// and goes on.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  const pid_t child = fork();
  if (child == 0) exit(7);
  waitpid(child, &status, 0);
  const int shell = system("exit 5");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("child %d, shell %d\n", WEXITSTATUS(status), WEXITSTATUS(shell));
  MPI_Finalize();
}
