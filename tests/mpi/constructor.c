// SPDX-License-Identifier: BSD-3-Clause
// MPI's first calls come from a constructor, while the loader is locked, and from a thread at the same time. The same
// source makes both: with PLUGIN defined the plug-in, without it the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#ifdef PLUGIN
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t thread;
static atomic_int thread_id, is_done;

static void ask(void) {
  int version = 0, minor = 0;
  MPI_Get_version(&version, &minor);
}

static void* ask_in_thread(void* nothing) {
  thread_id = gettid();
  ask();
  is_done = 1;
  return nothing;
}

// Asleep, which here means: for the loader.
static int is_waiting(void) {
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread_id);
  FILE* file = fopen(path, "r");
  if (file == NULL) return 0;
  const int found = fscanf(file, "%*d (%*[^)]) %c", &state);
  fclose(file);
  return found == 1 && state == 'S';
}

__attribute__((constructor)) static void load(void) {
  pthread_create(&thread, NULL, ask_in_thread, NULL);
  while (!is_done && (thread_id == 0 || !is_waiting())) sched_yield();
  ask();
}

int run(int argc, char** argv) {
  pthread_join(thread, NULL);
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
#else
int main(int argc, char** argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s.so", argv[0]);
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  int (*run)(int, char**) = plugin != NULL ? (int (*)(int, char**))dlsym(plugin, "run") : NULL;
  if (run == NULL) return fprintf(stderr, "%s\n", dlerror());
  const int code = run(argc, argv);
  puts("done");
  return code;
}
#endif
