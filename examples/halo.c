// SPDX-License-Identifier: BSD-3-Clause
// The heat equation on a square plate, cut into bands of rows, one band a rank. Each step needs the neighbours' edge
// rows: the halo. In the timeline: with overlap, the inner rows are computed between MPI_Isend and MPI_Waitall, which
// then finds its messages ready; without, MPI_Waitall comes first and the messages' whole way is waiting time.
//   mpirun -n 4 halo [overlap|no-overlap] [points a side] [steps]
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int points, rows, first_row;  // inner points a side; rows of this rank's band; where it begins
  int above, below;             // neighbours, MPI_PROC_NULL at the plate's rim
  double *now, *next;           // (rows + 2) x (points + 2): the band within its halo
} Band;

static const double kDiffusion = 0.2;

static double* row_of(const Band* band, int row) {
  return band->now + (size_t)row * (size_t)(band->points + 2);
}

// One sine arch each way: a mode of the discrete equation, so that every step multiplies it by one known factor.
static double start_value(const Band* band, int row, int column) {
  const double angle = acos(-1.0) / (band->points + 1);
  return sin(angle * (band->first_row + row)) * sin(angle * column);
}

static Band make_band(int points, int rank, int size) {
  const int first = points * rank / size, end = points * (rank + 1) / size;
  Band band = {.points = points, .rows = end - first, .first_row = first};
  band.above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  band.below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  const size_t cells = (size_t)(band.rows + 2) * (size_t)(points + 2);
  band.now = calloc(cells, sizeof(double));
  band.next = calloc(cells, sizeof(double));
  if (points < size || band.now == NULL || band.next == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int row = 1; row <= band.rows; ++row)
    for (int column = 1; column <= points; ++column) row_of(&band, row)[column] = start_value(&band, row, column);
  return band;
}

static void update_rows(const Band* band, int first, int last) {
  for (int row = first; row <= last; ++row) {
    const double *up = row_of(band, row - 1), *here = row_of(band, row), *down = row_of(band, row + 1);
    double* out = band->next + (here - band->now);
    for (int c = 1; c <= band->points; ++c)
      out[c] = here[c] + kDiffusion * (up[c] + down[c] + here[c - 1] + here[c + 1] - 4 * here[c]);
  }
}

static void step(Band* band, int overlap) {
  MPI_Request requests[4];
  const int width = band->points + 2, last = band->rows;
  MPI_Irecv(row_of(band, 0), width, MPI_DOUBLE, band->above, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(row_of(band, last + 1), width, MPI_DOUBLE, band->below, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(row_of(band, 1), width, MPI_DOUBLE, band->above, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(row_of(band, last), width, MPI_DOUBLE, band->below, 1, MPI_COMM_WORLD, &requests[3]);
  if (overlap) update_rows(band, 2, last - 1);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  if (!overlap) update_rows(band, 2, last - 1);
  update_rows(band, 1, 1);
  update_rows(band, last > 1 ? last : 2, last);
  double* swap = band->now;
  band->now = band->next;
  band->next = swap;
}

// The largest difference from the exact solution of the discrete equation, over all ranks.
static double largest_error(const Band* band, int steps) {
  const double factor = pow(1 - 4 * kDiffusion * (1 - cos(acos(-1.0) / (band->points + 1))), steps);
  double mine = 0, all = 0;
  for (int row = 1; row <= band->rows; ++row)
    for (int column = 1; column <= band->points; ++column)
      mine = fmax(mine, fabs(row_of(band, row)[column] - factor * start_value(band, row, column)));
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int overlap = argc < 2 || strcmp(argv[1], "no-overlap") != 0;
  const int points = argc > 2 ? atoi(argv[2]) : 1000, steps = argc > 3 ? atoi(argv[3]) : 200;
  Band band = make_band(points, rank, size);
  for (int i = 0; i < steps; ++i) step(&band, overlap);
  const double error = largest_error(&band, steps);
  const char *how = overlap ? "with" : "without", *verdict = error < 1e-10 ? "as expected" : "WRONG";
  if (rank == 0) printf("%d steps %s overlap, largest error %.1e: %s\n", steps, how, error, verdict);
  MPI_Finalize();
  return error < 1e-10 ? 0 : 1;
}
