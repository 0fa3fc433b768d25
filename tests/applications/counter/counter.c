// SPDX-License-Identifier: BSD-3-Clause
// Counts the calls of each MPI function by its exported name and passes them on to the next library. It is preloaded
// above the tracer and knows nothing of it: its list, FUNCTIONS, comes from the symbols of the MPI (names.sh). A
// process that called MPI leaves $COUNTER_FOLDER/<rank>.counts. Stubs touch no argument, so they need no prototype and
// leave the caller's address as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(symbol, name) {#symbol, name},
static const struct {
  const char* symbol;
  const char* name;
} kFunctions[] = {
#include FUNCTIONS
};
#undef COUNT
enum { kCount = sizeof kFunctions / sizeof kFunctions[0] };

__attribute__((visibility("hidden"))) unsigned long counter_calls[kCount];
__attribute__((visibility("hidden"))) void* counter_next[kCount];

// One statement, so that nothing can change the order, which is that of kFunctions.
#define COUNT(symbol, name) "counter_stub " #symbol "\n"
asm(".set counter_index, 0\n"
    ".macro counter_stub name\n"
    "  .globl \\name\n"
    "  .type \\name, @function\n"
    "\\name:\n"
    "  endbr64\n"
    "  lock incq (counter_calls + 8 * counter_index)(%rip)\n"
    "  jmp *(counter_next + 8 * counter_index)(%rip)\n"
    "  .set counter_index, counter_index + 1\n"
    ".endm\n"
    ".text\n"
#include FUNCTIONS
);
#undef COUNT

static void missing(void) {
  fprintf(stderr, "counter: a function was called that no library behind it has: see the counts\n");
  exit(1);
}

__attribute__((constructor)) static void resolve(void) {
  for (int i = 0; i < kCount; ++i) {
    counter_next[i] = dlsym(RTLD_NEXT, kFunctions[i].symbol);
    if (counter_next[i] == NULL) counter_next[i] = (void*)missing;
  }
}

__attribute__((destructor)) static void write_counts(void) {
  const char* folder = getenv("COUNTER_FOLDER");
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  unsigned long all = 0;
  for (int i = 0; i < kCount; ++i) all += counter_calls[i];
  if (all == 0 || folder == NULL || rank == NULL) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.counts", folder, rank);
  FILE* file = fopen(path, "w");
  if (file == NULL) return;
  for (int i = 0; i < kCount; ++i) {
    if (counter_calls[i] > 0) fprintf(file, "%s %s %lu\n", rank, kFunctions[i].name, counter_calls[i]);
  }
  fclose(file);
}
