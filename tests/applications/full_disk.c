// SPDX-License-Identifier: BSD-3-Clause
// Makes far more records than a small file system holds: sizes and tags that no prediction meets, so that each takes
// its bytes. Its result depends on every message.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { kRounds = 400000, kLargest = 4096, kTags = 30000 };

static char g_sent[kLargest], g_received[kLargest];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, failed = 0, all_failed = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  uint64_t random = 88172645463325252U + (uint64_t)rank;
  for (int round = 0; round < kRounds; ++round) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    const int bytes = (int)(random >> 33) % kLargest, tag = (int)(random >> 40) % kTags;
    MPI_Status status;
    int count = 0;
    g_sent[0] = (char)round;
    MPI_Sendrecv(g_sent, bytes, MPI_CHAR, 0, tag, g_received, kLargest, MPI_CHAR, 0, tag, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    failed += count != bytes || status.MPI_TAG != tag || (bytes > 0 && g_received[0] != (char)round);
  }
  MPI_Reduce(&failed, &all_failed, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d of the messages were wrong\n", all_failed);
  MPI_Finalize();
}
