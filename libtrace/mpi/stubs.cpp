// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/stubs.h"

#include <cstring>

#include "mpi/saved_arguments.h"
#include "mpi/wrapper.h"

#if !defined(__x86_64__)
#error "mpitrace has stubs for x86-64 only"
#endif

// One stub a row of the table. Both names are exported, since Fortran layers call one or the other; the recorder itself
// reaches the real functions by address, so nothing here can call itself.
//
//   MPI_X: PMPI_X:  jmp *slot[n]          n counts the rows
//   lazy_X:         mov $n, %eax; jmp mpitrace_lazy
asm(R"(
.macro MPITRACE_STUB name
  .globl \name
  .type \name, @function
  .globl P\name
  .type P\name, @function
  .balign 16
\name:
P\name:
  endbr64
  jmp *(mpitrace_slots + 8 * mpitrace_row)(%rip)
  .size \name, . - \name
  .size P\name, . - P\name
mpitrace_lazy_\name:
  mov $mpitrace_row, %eax
  jmp mpitrace_lazy
  .pushsection .data.rel.local, "aw"
  .quad mpitrace_lazy_\name
  .popsection
  .pushsection .rodata.mpitrace_stubs, "a"
  .long \name - mpitrace_stubs
  .popsection
  .set mpitrace_row, mpitrace_row + 1
.endm

.set mpitrace_row, 0
.pushsection .data.rel.local, "aw"
.balign 64
.hidden mpitrace_slots
.globl mpitrace_slots
mpitrace_slots:
.popsection
.pushsection .rodata.mpitrace_stubs, "a"
.balign 4
mpitrace_stub_offsets:
.popsection

.text
mpitrace_stubs:
mpitrace_lazy:
)" MPITRACE_SAVE_ARGUMENTS R"(
  mov %eax, %edi
  call mpitrace_resolve
)" MPITRACE_RESTORE_ARGUMENTS R"(
  jmp *%rax
)"
#define FN(Name, name, group, kind, shape, ...) "MPITRACE_STUB MPI_" #Name "\n"
#define FL(Name, name, group, kind, shape, ...) "MPITRACE_STUB MPI_" #Name "\nMPITRACE_STUB MPI_" #Name "_c\n"
#define FX(Name, name, group, kind, shape, ...) "MPITRACE_STUB MPIX_" #Name "\n"
#include "mpi/functions.inc"
);

extern "C" {
extern const char mpitrace_stubs[];  // where the stubs begin
extern const std::int32_t mpitrace_stub_offsets[];
}

namespace mpitrace::mpi {
namespace {

#define MPITRACE_ENTRY(Name, kind, shape, large, ...) \
  reinterpret_cast<Word>(                             \
      &Entry<Function::k##Name, Kind::k##kind, Shape::k##shape, large __VA_OPT__(, ) __VA_ARGS__>::call),

const Word kWrappers[kFunctionCount] = {
#define FN(Name, name, group, kind, shape, ...) MPITRACE_ENTRY(Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__)
#define FL(Name, name, group, kind, shape, ...)                       \
  MPITRACE_ENTRY(Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__) \
  MPITRACE_ENTRY(Name##_c, kind, shape, true __VA_OPT__(, ) __VA_ARGS__)
#define FX(Name, name, group, kind, shape, ...) MPITRACE_ENTRY(X##Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__)
#include "mpi/functions.inc"
};

}  // namespace

Word wrapper_address(std::size_t i) noexcept {
  return kWrappers[i];
}

void* stub_address(const char* name) noexcept {
  const char* const plain = std::strncmp(name, "PMPI", 4) == 0 ? name + 1 : name;
  if (std::strncmp(plain, "MPI", 3) != 0) return nullptr;
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    if (std::strcmp(kFunctionFacts[i].name, plain) == 0)
      return const_cast<char*>(mpitrace_stubs + mpitrace_stub_offsets[i]);
  }
  return nullptr;
}

}  // namespace mpitrace::mpi
