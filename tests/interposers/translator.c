// SPDX-License-Identifier: BSD-3-Clause
// A library that offers MPI and takes it from another one, which it opens for itself alone, as translations between two
// MPIs do. Given our stubs there it would call itself for ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

static void* real(const char* name) {
  static void* mpi = NULL;
  if (mpi == NULL) mpi = dlopen(REAL_MPI, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  return dlsym(mpi, name);
}

#define FORWARD(Name, parameters, arguments) \
  int P##Name parameters { return ((int(*) parameters)real(#Name)) arguments; } \
  int Name parameters { return ((int(*) parameters)real(#Name)) arguments; }

FORWARD(MPI_Init, (int* argc, char*** argv), (argc, argv))
FORWARD(MPI_Finalize, (void), ())
FORWARD(MPI_Initialized, (int* flag), (flag))
FORWARD(MPI_Finalized, (int* flag), (flag))
FORWARD(MPI_Get_library_version, (char* text, int* size), (text, size))
FORWARD(MPI_Comm_rank, (MPI_Comm comm, int* rank), (comm, rank))
FORWARD(MPI_Comm_size, (MPI_Comm comm, int* size), (comm, size))
FORWARD(MPI_Comm_group, (MPI_Comm comm, MPI_Group* group), (comm, group))
FORWARD(MPI_Comm_test_inter, (MPI_Comm comm, int* flag), (comm, flag))
FORWARD(MPI_Group_translate_ranks, (MPI_Group from, int n, const int* ranks, MPI_Group to, int* answers),
        (from, n, ranks, to, answers))
FORWARD(MPI_Group_free, (MPI_Group * group), (group))
FORWARD(MPI_Topo_test, (MPI_Comm comm, int* status), (comm, status))
FORWARD(MPI_Query_thread, (int* level), (level))
FORWARD(MPI_Barrier, (MPI_Comm comm), (comm))
