// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/function.h"

namespace mpitrace::mpi {

Abi g_abi{};
Word g_real[kFunctionCount];
Word g_next[kFunctionCount];
__thread std::uintptr_t g_passing_frame __attribute__((tls_model("initial-exec"))) = 0;

#define MPITRACE_FACTS(text, group, kind) \
  {text, static_cast<std::uint32_t>(Group::k##group), static_cast<std::uint32_t>(format::Kind::k##kind)},

const std::array<record::FunctionFacts, kFunctionCount> kFunctionFacts{{
#define FN(Name, name, group, kind, shape, ...) MPITRACE_FACTS("MPI_" #Name, group, kind)
#define FL(Name, name, group, kind, shape, ...) \
  MPITRACE_FACTS("MPI_" #Name, group, kind) MPITRACE_FACTS("MPI_" #Name "_c", group, kind)
#define FX(Name, name, group, kind, shape, ...) MPITRACE_FACTS("MPIX_" #Name, group, kind)
#include "mpi/functions.inc"
}};

const std::array<Group, kFunctionCount> kFunctionGroups{{
#define FN(Name, name, group, kind, shape, ...) Group::k##group,
#define FL(Name, name, group, kind, shape, ...) Group::k##group, Group::k##group,
#define FX(Name, name, group, kind, shape, ...) Group::k##group,
#include "mpi/functions.inc"
}};

}  // namespace mpitrace::mpi
