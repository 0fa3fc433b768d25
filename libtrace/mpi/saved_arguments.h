// SPDX-License-Identifier: BSD-3-Clause
// Assembly around a resolver that runs in the middle of a call on its way: the six argument registers come out as they
// went in, whatever the resolver does, and the stack is aligned for it. rax is the resolver's to give.
#pragma once

#define MPITRACE_SAVE_ARGUMENTS \
  "  push %rbp\n"               \
  "  mov %rsp, %rbp\n"          \
  "  push %rdi\n"               \
  "  push %rsi\n"               \
  "  push %rdx\n"               \
  "  push %rcx\n"               \
  "  push %r8\n"                \
  "  push %r9\n"                \
  "  and $-16, %rsp\n"

#define MPITRACE_RESTORE_ARGUMENTS \
  "  mov -8(%rbp), %rdi\n"         \
  "  mov -16(%rbp), %rsi\n"        \
  "  mov -24(%rbp), %rdx\n"        \
  "  mov -32(%rbp), %rcx\n"        \
  "  mov -40(%rbp), %r8\n"         \
  "  mov -48(%rbp), %r9\n"         \
  "  mov %rbp, %rsp\n"             \
  "  pop %rbp\n"
