// SPDX-License-Identifier: BSD-3-Clause
// Four threads call MPI at once. Each exchanges with its counterpart on the other rank by its own tag; not one call is
// missing.
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>

enum { kThreads = 4, kRounds = 5 };

static int g_other;
static sem_t g_turns[kThreads + 1];

static void* work(void* argument) {
  const int number = *(const int*)argument;
  int sent = number, received = 0;
  // First calls in a known order: that is what numbers the threads.
  sem_wait(&g_turns[number]);
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 50 + number, &received, 1, MPI_INT, 0, 50 + number, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  sem_post(&g_turns[number + 1]);
  for (int round = 0; round < kRounds; ++round) {
    MPI_Request requests[2];
    MPI_Irecv(&received, 1, MPI_INT, g_other, number, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&sent, 1, MPI_INT, g_other, number, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0, rank = 0, numbers[kThreads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  g_other = 1 - rank;
  for (int i = 0; i <= kThreads; ++i) sem_init(&g_turns[i], 0, i == 0);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  MPI_Finalize();
}
