// SPDX-License-Identifier: BSD-3-Clause
// MPI in a plug-in, loaded with RTLD_LOCAL: the program itself knows no MPI, and no symbol of MPI is visible to anyone
// else. The same source makes both: with PLUGIN defined the plug-in, without it the program.
#ifdef PLUGIN
#include <mpi.h>

int run(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int number = 1;
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
#else
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s.so", argv[0]);
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  int (*run)(int, char**) = plugin != NULL ? (int (*)(int, char**))dlsym(plugin, "run") : NULL;
  if (run == NULL) return fprintf(stderr, "%s\n", dlerror());
  return run(argc, argv);
}
#endif
