// SPDX-License-Identifier: BSD-3-Clause
// MPI fetched by name, as Julia and Python's ctypes do it: nothing links it, dlsym() gives each function. A function that
// this MPI lacks is none, although the tracer has a stub for it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static void* open_mpi(void) {
#ifdef OPEN_MPI
  const char* const names[] = {"libmpi.so.40", "libmpi.so"};
#else
  const char* const names[] = {"libmpich.so.12", "libmpi.so.12"};
#endif
  for (int i = 0; i < 2; ++i) {
    void* library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}

int main(int argc, char** argv) {
  void* mpi = open_mpi();
  int (*init)(int*, char***) = (int (*)(int*, char***))dlsym(mpi, "MPI_Init");
  int (*barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(mpi, "MPI_Barrier");
  int (*rank_of)(MPI_Comm, int*) = (int (*)(MPI_Comm, int*))dlsym(mpi, "PMPI_Comm_rank");
  int (*finalize)(void) = (int (*)(void))dlsym(mpi, "MPI_Finalize");
  if (init == NULL || barrier == NULL || rank_of == NULL || finalize == NULL) return 1;
#ifdef OPEN_MPI
  MPI_Comm world = (MPI_Comm)dlsym(mpi, "ompi_mpi_comm_world");
#else
  MPI_Comm world = MPI_COMM_WORLD;
#endif
  int rank = -1;
  init(&argc, &argv);
  rank_of(world, &rank);
  for (int i = 0; i < 3; ++i) barrier(world);
  finalize();
  void* none = dlsym(mpi, "MPI_No_such_function");
  const char* error = dlerror();
  // Open MPI 4 has no sessions, MPICH 4 has.
  int has_sessions = dlsym(mpi, "MPI_Session_init") != NULL;
  int seen_sessions = dlsym(RTLD_DEFAULT, "MPI_Session_init") != NULL;
  printf("rank %d: %s, error %s, sessions %s\n", rank, none == NULL ? "none" : "some", error != NULL ? "told" : "not told",
         seen_sessions <= has_sessions ? "as they are" : "pretended");
  return 0;
}
