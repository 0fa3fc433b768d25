// SPDX-License-Identifier: BSD-3-Clause
// Every blocking collective on three ranks, root 1 where there is one, with counts that differ between ranks where they
// may. Shows the bytes of each by docs/METRICS.md.
#include <mpi.h>

enum { kRanks = 3 };

static void rooted(int rank, int* in, int* out) {
  const int counts[kRanks] = {1, 2, 3}, starts[kRanks] = {0, 1, 3};
  MPI_Bcast(in, 4, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Gather(in, 2, MPI_INT, out, 2, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Gatherv(in, counts[rank], MPI_INT, out, counts, starts, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Scatter(in, 2, MPI_INT, out, 2, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Scatterv(in, counts, starts, MPI_INT, out, counts[rank], MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Reduce(in, out, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
  MPI_Gather(rank == 1 ? MPI_IN_PLACE : in, 2, MPI_INT, out, 2, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Reduce(rank == 1 ? MPI_IN_PLACE : in, rank == 1 ? in : out, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
}

static void all_to_all(int rank, int* in, int* out) {
  const int counts[kRanks] = {1, 2, 3}, starts[kRanks] = {0, 1, 3};
  const int mine[kRanks] = {rank + 1, rank + 1, rank + 1}, mine_starts[kRanks] = {0, rank + 1, 2 * (rank + 1)};
  const int byte_starts[kRanks] = {0, 4, 12}, mine_byte_starts[kRanks] = {0, 4 * (rank + 1), 8 * (rank + 1)};
  const MPI_Datatype types[kRanks] = {MPI_INT, MPI_INT, MPI_INT};
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allgather(in, 2, MPI_INT, out, 2, MPI_INT, MPI_COMM_WORLD);
  MPI_Allgatherv(in, counts[rank], MPI_INT, out, counts, starts, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv(in, counts, starts, MPI_INT, out, mine, mine_starts, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallw(in, counts, byte_starts, types, out, mine, mine_byte_starts, types, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 2, MPI_INT, MPI_COMM_WORLD);
}

static void reductions(int* in, int* out) {
  const int counts[kRanks] = {1, 2, 3};
  MPI_Allreduce(in, out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce_scatter_block(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Scan(in, out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Exscan(in, out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, in[16] = {0}, out[16] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  rooted(rank, in, out);
  all_to_all(rank, in, out);
  reductions(in, out);
  MPI_Finalize();
}
