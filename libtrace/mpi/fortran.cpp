// SPDX-License-Identifier: BSD-3-Clause
// Fortran call sites. The Fortran layers of both MPIs end in C functions, which the stubs see; but their callers are
// then the layer itself. A thunk in front of each Fortran symbol leaves the program's own address for the C call that
// follows, and jumps on: it knows no signature and touches no argument.
#include <dlfcn.h>
#include <errno.h>

#include <cstddef>
#include <cstdint>

#include "mpi/call_site.h"
#include "mpi/dynamic_symbol.h"
#include "mpi/library.h"
#include "mpi/saved_arguments.h"

namespace mpitrace::mpi {

extern "C" {
__thread std::uint64_t mpitrace_fortran_site __attribute__((tls_model("initial-exec"), visibility("hidden"))) = 0;
}
CodeRange g_fortran_layers[kMaxFortranLayers];

std::uint64_t fortran_site_or(std::uint64_t address) noexcept {
  const std::uint64_t site = mpitrace_fortran_site;
  mpitrace_fortran_site = 0;
  for (const CodeRange& range : g_fortran_layers) {
    if (address >= range.begin && address < range.end) return site;
  }
  return address;  // left by a routine that made no C call of its own
}

extern "C" __attribute__((visibility("hidden"))) Word mpitrace_fortran_slots[];

// Where a thunk goes on: the same symbol of the library behind us. A thunk without one cannot have been called.
extern "C" Word mpitrace_fortran_resolve(const char* name, std::uint32_t thunk) noexcept {
  const int saved_errno = errno;
  void* next = real_symbol(RTLD_NEXT, name);
  if (next == nullptr) next = find_symbol(name);
  if (next != nullptr) mpitrace_fortran_slots[thunk] = reinterpret_cast<Word>(next);
  errno = saved_errno;
  return reinterpret_cast<Word>(next);
}

}  // namespace mpitrace::mpi

// Five names a row: mpi_x_ of mpif.h and `use mpi`, four of `use mpi_f08`. Their slots are empty until first called.
asm(R"(
.macro MPITRACE_THUNK name
  .globl \name
  .type \name, @function
  .balign 16
\name:
  endbr64
  mov (%rsp), %rax
  mov mpitrace_fortran_site@gottpoff(%rip), %r11
  mov %rax, %fs:(%r11)
  mov (mpitrace_fortran_slots + 8 * mpitrace_thunk)(%rip), %r11
  test %r11, %r11
  jz 1f
  xor %eax, %eax
  jmp *%r11
1:
  lea mpitrace_name_\@(%rip), %rax
  mov $mpitrace_thunk, %r11d
  jmp mpitrace_fortran_lazy
  .size \name, . - \name
  .pushsection .rodata.str1.1, "aMS", @progbits, 1
mpitrace_name_\@:
  .string "\name"
  .popsection
  .set mpitrace_thunk, mpitrace_thunk + 1
.endm
.macro MPITRACE_THUNKS name
  MPITRACE_THUNK \name\()_
  MPITRACE_THUNK \name\()_f08_
  MPITRACE_THUNK \name\()_f08ts_
  MPITRACE_THUNK \name\()_f08_large_
  MPITRACE_THUNK \name\()_f08ts_large_
.endm

.set mpitrace_thunk, 0
.text
mpitrace_fortran_lazy:  # rax: the symbol's name, r11: its slot
)" MPITRACE_SAVE_ARGUMENTS R"(
  mov %rax, %rdi
  mov %r11d, %esi
  call mpitrace_fortran_resolve
)" MPITRACE_RESTORE_ARGUMENTS R"(
  mov %rax, %r11
  xor %eax, %eax
  jmp *%r11
)"
#define FN(Name, name, group, kind, shape, ...) "MPITRACE_THUNKS mpi_" #name "\n"
#define FL(Name, name, group, kind, shape, ...) "MPITRACE_THUNKS mpi_" #name "\n"
#define FX(Name, name, group, kind, shape, ...) "MPITRACE_THUNKS mpix_" #name "\n"
#include "mpi/functions.inc"
    R"(
.bss
.balign 64
.globl mpitrace_fortran_slots
.hidden mpitrace_fortran_slots
mpitrace_fortran_slots:
  .skip 8 * mpitrace_thunk
.text
)");
