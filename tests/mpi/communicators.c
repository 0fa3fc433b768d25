// SPDX-License-Identifier: BSD-3-Clause
// Communicators of every origin, their names and their end; a collective on each, so that the record shows which one it
// used.
#include <mpi.h>

static MPI_Comm duplicates(void) {
  MPI_Comm copy, late;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_name(copy, "a copy");
  MPI_Barrier(copy);
  MPI_Comm_idup(copy, &late, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(late);
  MPI_Comm_free(&late);
  return copy;
}

static void subsets(int rank) {
  MPI_Comm part;
  MPI_Group world, first_two;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2 ? MPI_UNDEFINED : 1, -rank, &part);
  if (part != MPI_COMM_NULL) {
    MPI_Barrier(part);
    MPI_Comm_free(&part);
  }
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, (const int[]){0, 1}, &first_two);
  MPI_Comm_create(MPI_COMM_WORLD, first_two, &part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  if (rank < 2) {
    MPI_Comm_create_group(MPI_COMM_WORLD, first_two, 9, &part);
    MPI_Barrier(part);
    MPI_Comm_free(&part);
  }
  MPI_Group_free(&first_two);
  MPI_Group_free(&world);
}

static void grid(void) {
  MPI_Comm ring, row;
  MPI_Cart_create(MPI_COMM_WORLD, 2, (const int[]){1, 3}, (const int[]){0, 1}, 0, &ring);
  MPI_Cart_sub(ring, (const int[]){0, 1}, &row);
  MPI_Barrier(row);
  MPI_Comm_free(&row);
  MPI_Comm_free(&ring);
}

// Rank 2 on one side, ranks 0 and 1 on the other.
static void bridge(int rank) {
  MPI_Comm side, between, merged;
  int number = 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 8, &between);
  if (rank == 2) MPI_Send(&number, 1, MPI_INT, 1, 3, between);
  if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 3, between, MPI_STATUS_IGNORE);
  MPI_Intercomm_merge(between, rank == 2, &merged);
  MPI_Barrier(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm copy = duplicates();
  subsets(rank);
  grid();
  bridge(rank);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Comm_free(&copy);
  MPI_Finalize();
}
