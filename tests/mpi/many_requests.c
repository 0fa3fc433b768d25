// SPDX-License-Identifier: BSD-3-Clause
// Completes 300 receives in one call, each shorter than its room, so that each needs an entry: more than one record can
// hold.
#include <mpi.h>

enum { kRequests = 300 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static int sent[kRequests][2], received[kRequests][2];
  static MPI_Request requests[2 * kRequests];
  for (int i = 0; i < kRequests; ++i) {
    MPI_Irecv(received[i], 2, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[i]);
    MPI_Isend(sent[i], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[kRequests + i]);
  }
  MPI_Waitall(2 * kRequests, requests, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Finalize();
}
