// SPDX-License-Identifier: BSD-3-Clause
// An MPI without MPI: every function of the table, under both names as in a real library, and none of the work.
#include "fake_mpi/fake.h"

#include "fake_mpi/answers.h"

namespace mpitrace::fake {
namespace {

thread_local Watch g_watch{Function::kCount, 0, nullptr, 0};
thread_local Observation g_observation;

}  // namespace

extern "C" {

Observation* mpitrace_fake_observe(const Watch* watch) {
  g_watch = *watch;
  g_observation = {};
  return &g_observation;
}

// Where every stub below leads: the call's first six words, and the others.
Word mpitrace_fake_called(std::uint32_t number, const Word* in_registers, const Word* on_stack) {
  constexpr std::size_t kRegisters = 6;
  const Row& row = rows()[number];
  Seen seen{row.function, {}};
  for (std::size_t i = 0; i < row.roles.size(); ++i)
    seen.words[i] = i < kRegisters ? in_registers[i] : on_stack[i - kRegisters];
  const bool is_watched = row.function == g_watch.function;
  const int code = is_watched ? g_watch.code : 0;
  g_observation.calls.push_back(seen);
  if (is_watched) g_observation.at_entry.assign(g_watch.memory, g_watch.memory + g_watch.bytes);
  if (code == 0 && !answer(row, seen.words)) write_results(row, seen.words);
  if (is_watched) g_observation.at_return.assign(g_watch.memory, g_watch.memory + g_watch.bytes);
  return kUpperHalf | static_cast<std::uint32_t>(code);
}

#if defined MPITRACE_FAKE_OPENMPI
// NOLINTBEGIN(readability-identifier-naming): the names are Open MPI's
char ompi_mpi_comm_world[64], ompi_mpi_comm_self[64], ompi_mpi_comm_null[64], ompi_request_null[64],
    ompi_message_null[64], ompi_message_no_proc[64], ompi_mpi_win_null[64], ompi_mpi_int[64], ompi_mpi_byte[64],
    ompi_mpi_datatype_null[64], ompi_mpi_op_no_op[64], ompi_mpi_op_band[64], ompi_mpi_errors_return[64];
// NOLINTEND(readability-identifier-naming)
#endif
}

}  // namespace mpitrace::fake

// MPI_X is weak, so that a tool's may take its place, and PMPI_X is not. Each says its row and goes on.
asm(R"(
.macro MPITRACE_FAKE name
  .weak \name
  .type \name, @function
  .globl P\name
  .type P\name, @function
  .balign 16
\name:
P\name:
  endbr64
  mov $mpitrace_fake_row, %eax
  jmp mpitrace_fake_enter
  .size \name, . - \name
  .size P\name, . - P\name
  .set mpitrace_fake_row, mpitrace_fake_row + 1
.endm
.set mpitrace_fake_row, 0
.text
mpitrace_fake_enter:
  push %rbp
  mov %rsp, %rbp
  push %r9
  push %r8
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  mov %eax, %edi
  mov %rsp, %rsi
  lea 16(%rbp), %rdx
  call mpitrace_fake_called@PLT
  leave
  ret
)"
#define FN(Name, ...) "MPITRACE_FAKE MPI_" #Name "\n"
#define FL(Name, ...) "MPITRACE_FAKE MPI_" #Name "\nMPITRACE_FAKE MPI_" #Name "_c\n"
#define FX(Name, ...) "MPITRACE_FAKE MPIX_" #Name "\n"
#include "mpi/functions.inc"
);
