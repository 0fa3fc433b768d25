// SPDX-License-Identifier: BSD-3-Clause
// The rows of functions.inc as text, for tests that look at the table as a whole. Takes nothing; knows no MPI.
#pragma once

#include <string_view>

namespace mpitrace::table {

struct Row {
  std::string_view function;    // "MPI_Send"
  std::string_view name;        // "Send"
  std::string_view lower_case;  // "send"
  std::string_view group;
  std::string_view kind;
  std::string_view shape;
  std::string_view roles;  // "SBuf, SCnt, SType, Dest, Tag, Comm"
};

#define ROW(prefix, Name, name, group, kind, shape, ...) \
  Row{#prefix #Name, #Name, #name, #group, #kind, #shape, #__VA_ARGS__},
#define FN(...) ROW(MPI_, __VA_ARGS__)
#define FL(...) ROW(MPI_, __VA_ARGS__)
#define FX(...) ROW(MPIX_, __VA_ARGS__)
inline constexpr Row kRows[] = {
#include "mpi/functions.inc"
};
#undef ROW

}  // namespace mpitrace::table
