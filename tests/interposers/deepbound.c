// SPDX-License-Identifier: BSD-3-Clause
// MPI in a plug-in that is bound to itself first: no preloaded library can come between. The same source makes both:
// with PLUGIN defined the plug-in, without it the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PLUGIN
#include <mpi.h>

int run(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
#else
int main(int argc, char** argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s.so", argv[0]);
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  int (*run)(int, char**) = plugin != NULL ? (int (*)(int, char**))dlsym(plugin, "run") : NULL;
  if (run == NULL) return fprintf(stderr, "%s\n", dlerror());
  int code = run(argc, argv);
  if (fork() == 0) exit(0);
  wait(NULL);
  puts("done");
  return code;
}
#endif
