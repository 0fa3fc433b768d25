// SPDX-License-Identifier: BSD-3-Clause
// Collectives with a count for each rank: what goes to whom, also in place, with types of their own, with neighbours.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int out[16] = {0}, in[16] = {0};
  int starts[3] = {0, 4, 8}, byte_starts[3] = {0, 16, 32};
  MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  for (int i = 0; i < 3; ++i) {
    // Rank r sends r + 1 numbers to the next rank, in the last round one more to itself.
    int send[3] = {0, 0, 0}, recv[3] = {0, 0, 0};
    send[(rank + 1) % 3] = rank + 1;
    recv[(rank + 2) % 3] = (rank + 2) % 3 + 1;
    if (i == 2) send[rank] = recv[rank] = 1;
    MPI_Alltoallv(out, send, starts, MPI_INT, in, recv, starts, MPI_INT, MPI_COMM_WORLD);
  }
  int counts[3] = {1, 2, 3};
  MPI_Scatterv(out, counts, starts, MPI_INT, in, rank + 1, MPI_INT, 0, MPI_COMM_WORLD);
  int twos[3] = {2, 2, 2};
  MPI_Alltoallw(out, twos, byte_starts, types, in, twos, byte_starts, types, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, twos, starts, MPI_INT, MPI_COMM_WORLD);

  MPI_Comm ring;
  int left = (rank + 2) % 3, right = (rank + 1) % 3, one = 1, zero = 0;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
  MPI_Neighbor_alltoallv(out, &one, &zero, MPI_INT, in, &one, &zero, MPI_INT, ring);
  MPI_Comm_free(&ring);
  return MPI_Finalize();
}
