// SPDX-License-Identifier: BSD-3-Clause
// stress ROUNDS SEED: random messages on communicators that come and go, all of them planned by every rank in the same
// way, so that each knows what it must get. Each message has a length of its own: who joins the wrong two ends of a
// message, or takes two communicators for one, joins two lengths. Received in every way: named, from anybody, matched
// probes, nonblocking, in a send-receive, with cancelled receives between.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCommunicators = 12, kMessages = 120, kTags = 3, kLongest = 20011, kCancelTag = 99 };

typedef struct {
  int from, to, tag, bytes;
} Message;

static unsigned long long state;
static int same_everywhere(int n) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((state >> 33) % (unsigned)n);
}
static int of_this_rank(int n) { return rand() % n; }

static MPI_Comm made[kCommunicators];  // null where this rank is no member
static long messages = 0, wrong = 0, cancelled = 0, communicators = 0, planned = 0;

// Replaces a communicator by one made from another, which all members of the world do in step.
static void make_communicator(int place, int parent, int how) {
  if (place == 0) return;  // the world stays
  if (made[place] != MPI_COMM_NULL) MPI_Comm_free(&made[place]);
  made[place] = MPI_COMM_NULL;
  MPI_Comm from = made[parent == place ? 0 : parent];
  int salt = same_everywhere(1000), size = 0, rank = 0;
  if (from == MPI_COMM_NULL) return;
  MPI_Comm_size(from, &size);
  MPI_Comm_rank(from, &rank);
  MPI_Comm fresh = MPI_COMM_NULL;
  MPI_Group all, some;
  MPI_Request request;
  int range[1][3] = {{0, (size - 1) / 2, 1}};
  if (how == 0) MPI_Comm_dup(from, &fresh);
  if (how == 1) MPI_Comm_split(from, (rank + salt) % 3 == 2 ? MPI_UNDEFINED : (rank + salt) % 2, rank * 7 % 5, &fresh);
  if (how == 2) {
    MPI_Comm_idup(from, &fresh, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (how == 3 || how == 4) {
    MPI_Comm_group(from, &all);
    MPI_Group_range_incl(all, 1, range, &some);
    if (how == 3) MPI_Comm_create(from, some, &fresh);
    if (how == 4 && rank <= range[0][1]) MPI_Comm_create_group(from, some, salt % 4, &fresh);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
  }
  if (how == 5) {
    int sizes[2] = {0, 0}, periods[2] = {0, 1};
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_create(from, 2, sizes, periods, 1, &fresh);
  }
  if (how == 6) MPI_Comm_split_type(from, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &fresh);
  made[place] = fresh;
  communicators += fresh != MPI_COMM_NULL;
}

static void check(const Message* plan, int* taken, int n, const MPI_Status* status, const char* data) {
  int bytes = 0;
  MPI_Get_count(status, MPI_CHAR, &bytes);
  // The first message of this sender and tag that is not taken yet.
  for (int i = 0; i < n; ++i) {
    if (taken[i] || plan[i].from != status->MPI_SOURCE || plan[i].tag != status->MPI_TAG) continue;
    taken[i] = 1;
    wrong += plan[i].bytes != bytes || data[0] != (char)plan[i].bytes;
    ++messages;
    return;
  }
  ++wrong;
}

static void receive_one(MPI_Comm comm, const Message* plan, int* taken, int n, int next) {
  static char data[kLongest + 16];
  MPI_Status status;
  MPI_Message message;
  MPI_Request request;
  switch (of_this_rank(5)) {
    case 0:
      MPI_Recv(data, sizeof data, MPI_CHAR, plan[next].from, plan[next].tag, comm, &status);
      break;
    case 1:
      MPI_Recv(data, sizeof data, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
      break;
    case 2:
      MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, &status);
      MPI_Mrecv(data, sizeof data, MPI_CHAR, &message, &status);
      break;
    case 3:
      MPI_Recv(data, sizeof data, MPI_CHAR, plan[next].from, MPI_ANY_TAG, comm, &status);
      break;
    default:
      // Room for just this message: its request says then which one it is.
      MPI_Irecv(data, plan[next].bytes, MPI_CHAR, plan[next].from, plan[next].tag, comm, &request);
      MPI_Wait(&request, &status);
      break;
  }
  check(plan, taken, n, &status, data);
}

static void exchange(MPI_Comm comm, const Message* whole, int n) {
  static char out[kMessages][kLongest + 16];
  MPI_Request sends[kMessages];
  Message plan[kMessages];
  int taken[kMessages] = {0}, rank = 0, sent = 0, mine = 0;
  MPI_Comm_rank(comm, &rank);
  for (int i = 0; i < n; ++i) {
    if (whole[i].to == rank) plan[mine++] = whole[i];
    if (whole[i].from != rank) continue;
    out[i][0] = (char)whole[i].bytes;
    MPI_Isend(out[i], whole[i].bytes, MPI_CHAR, whole[i].to, whole[i].tag, comm, &sends[sent++]);
  }
  if (of_this_rank(4) == 0) {
    MPI_Request request;
    MPI_Status status;
    int none = 0, flag = 0;
    MPI_Irecv(&none, 1, MPI_INT, MPI_ANY_SOURCE, kCancelTag, comm, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    cancelled += flag;
  }
  for (int left = mine; left > 0; --left) {
    int next = 0;
    while (taken[next]) ++next;
    receive_one(comm, plan, taken, mine, next);
  }
  MPI_Waitall(sent, sends, MPI_STATUSES_IGNORE);
  // Nobody's wildcard may take a message of the next round.
  MPI_Barrier(comm);
}

int main(int argc, char** argv) {
  int world_rank = 0, world_size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  srand((unsigned)(state + (unsigned)world_rank));
  made[0] = MPI_COMM_WORLD;
  for (int i = 1; i < kCommunicators; ++i) made[i] = MPI_COMM_NULL;
  for (int round = 0; round < rounds; ++round) {
    make_communicator(same_everywhere(kCommunicators), same_everywhere(kCommunicators), same_everywhere(7));
    const int place = same_everywhere(3) == 0 ? 0 : same_everywhere(kCommunicators);
    // Planned for any size: a member leaves out what names ranks that its communicator has not.
    int size = 0, n = 0;
    Message whole[kMessages];
    if (made[place] != MPI_COMM_NULL) MPI_Comm_size(made[place], &size);
    for (int i = 0; i < kMessages; ++i) {
      const Message message = {same_everywhere(world_size), same_everywhere(world_size), same_everywhere(kTags),
                               16 + (int)(planned++ * 7 % (kLongest - 16))};
      if (message.from < size && message.to < size && message.from != message.to) whole[n++] = message;
    }
    if (size > 1) exchange(made[place], whole, n);
  }
  long all[4], own[4] = {messages, wrong, cancelled, communicators};
  MPI_Reduce(own, all, 4, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world_rank == 0)
    printf("%ld messages, %ld wrong, %d cancelled, %ld memberships\n", all[0], all[1], all[2] > 0, all[3]);
  MPI_Finalize();
  return all[1] != 0 && world_rank == 0;
}
