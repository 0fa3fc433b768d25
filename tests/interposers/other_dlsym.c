// SPDX-License-Identifier: BSD-3-Clause
// Another library that takes dlsym() over, preloaded before or behind ours: it counts, and asks the next one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int asked = 0;

void* dlsym(void* handle, const char* name) {
  static void* (*next)(void*, const char*) = NULL;
  if (next == NULL) next = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (next == NULL) next = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  if (strcmp(name, "MPI_Barrier") == 0) ++asked;
  return next(handle, name);
}

__attribute__((destructor)) static void tell(void) {
  if (asked != 0) printf("the other dlsym was asked\n");
}
