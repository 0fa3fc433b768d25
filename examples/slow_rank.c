// SPDX-License-Identifier: BSD-3-Clause
// Counts primes in rounds. One rank gets three times the numbers of the others; after each round every rank passes its
// count to the right, then all add up. In the timeline: the slow rank has no gaps. Its right neighbour waits for it in
// MPI_Sendrecv, all others wait in MPI_Allreduce.
//   mpirun -n 4 slow_rank [slow rank]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRounds = 20, kNumbersPerRound = 40000, kSlowness = 3 };
static const long kPrimesBelowEnd = 63951;  // of the numbers below kRounds * kNumbersPerRound

static int is_prime(long number) {
  if (number < 2) return 0;
  for (long divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return 0;
  return 1;
}

static long count_primes(long begin, long end) {
  long count = 0;
  for (long number = begin; number < end; ++number) count += is_prime(number);
  return count;
}

// Where a rank's share of a round begins: the slow rank's share is kSlowness wide, every other is 1.
static long share_begin(int rank, int size, int slow) {
  const long before = rank + (rank > slow ? kSlowness - 1 : 0);
  return kNumbersPerRound * before / (size + kSlowness - 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int slow = argc > 1 ? atoi(argv[1]) : size / 2;
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;

  long primes = 0;
  int good = 1;
  for (int round = 0; round < kRounds; ++round) {
    const long start = (long)round * kNumbersPerRound;
    const long mine = count_primes(start + share_begin(rank, size, slow), start + share_begin(rank + 1, size, slow));
    long lefts = 0, counts[2] = {mine, 0}, sums[2] = {0, 0};
    MPI_Sendrecv(&mine, 1, MPI_LONG, right, 0, &lefts, 1, MPI_LONG, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    counts[1] = lefts;
    MPI_Allreduce(counts, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    good = good && sums[0] == sums[1];  // what was passed on is what was counted
    primes += sums[0];
  }

  good = good && primes == kPrimesBelowEnd;
  if (rank == 0)
    printf("%ld primes below %d: %s\n", primes, kRounds * kNumbersPerRound, good ? "as expected" : "WRONG");
  MPI_Finalize();
  return good ? 0 : 1;
}
