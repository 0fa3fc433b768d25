// SPDX-License-Identifier: BSD-3-Clause
// Pi from the Taylor series of the arc tangent, pi/4 = 1 - 1/3 + 1/5 - ..., the terms dealt out to the ranks like
// cards. In the timeline: one long computation on each rank, then MPI_Reduce, in which rank 0 waits for the last rank
// to arrive.
//   mpirun -n 4 pi_taylor [terms]
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// Every step-th term from the first on, the smallest added first: that keeps the rounding error small.
static double partial_sum(long first, long step, long terms) {
  double sum = 0;
  for (long i = first + (terms - 1 - first) / step * step; i >= first; i -= step)
    sum += (i % 2 == 0 ? 1.0 : -1.0) / (2.0 * (double)i + 1.0);
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long terms = argc > 1 ? atol(argv[1]) : 100000000;
  if (terms < size) {
    fprintf(stderr, "pi_taylor: at least one term a rank\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }

  const double part = partial_sum(rank, size, terms);
  double sum = 0;
  MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

  int good = 1;
  if (rank == 0) {
    // The error of an alternating series is below its first term left out.
    const double pi = 4 * sum, error = fabs(pi - acos(-1.0));
    good = error < 4.0 / (2.0 * (double)terms + 1.0);
    printf("pi = %.12f after %ld terms, error %.1e: %s\n", pi, terms, error, good ? "as expected" : "WRONG");
  }
  MPI_Finalize();
  return good ? 0 : 1;
}
