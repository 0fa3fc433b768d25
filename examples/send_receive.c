// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 sends arrays of growing size to rank 1, which answers each with the sum of its elements.
// In the timeline: an arrow from each send to its receive. A short MPI_Send returns at once; a long one lasts until
// rank 1, which computes first, has posted the receive.
//   mpirun -n 2 send_receive
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kDataTag = 1, kSumTag = 2 };

// Some milliseconds of arithmetic, so that the receive is posted late. Gives a value near 1.
static double compute(void) {
  double value = 0.5;
  for (int i = 0; i < 1000000; ++i) value = cos(value) + value - cos(0.999 * value);
  return value;
}

static int send_and_check(double* data, int count) {
  for (int i = 0; i < count; ++i) data[i] = i;
  MPI_Send(data, count, MPI_DOUBLE, 1, kDataTag, MPI_COMM_WORLD);
  double sum = 0;
  MPI_Recv(&sum, 1, MPI_DOUBLE, 1, kSumTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const double expected = 0.5 * count * (count - 1.0);
  printf("%8d doubles: sum %.0f, %s\n", count, sum, sum == expected ? "as expected" : "WRONG");
  return sum == expected;
}

static int receive_and_sum(double* data, int count) {
  const double value = compute();
  MPI_Recv(data, count, MPI_DOUBLE, 0, kDataTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += data[i];
  MPI_Send(&sum, 1, MPI_DOUBLE, 0, kSumTag, MPI_COMM_WORLD);
  return isfinite(value);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    fprintf(stderr, "send_receive needs at least 2 ranks: mpirun -n 2 send_receive\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }

  const int counts[] = {1, 100, 10000, 1000000};
  double* data = malloc(1000000 * sizeof *data);
  int good = data != NULL;
  for (int i = 0; good && i < 4; ++i) {
    if (rank == 0) good = send_and_check(data, counts[i]);
    if (rank == 1) good = receive_and_sum(data, counts[i]);
  }
  free(data);
  MPI_Finalize();
  return good ? 0 : 1;
}
