// SPDX-License-Identifier: BSD-3-Clause
// The rows of functions.inc as values: one a function, so two where there is a large form. For both sides of the tests,
// the MPI that is faked and the program that calls it. Links nothing of the recorder.
#pragma once

#include <string_view>
#include <vector>

#include "mpi/function.h"

namespace mpitrace::fake {

using format::Kind;
using mpi::Function;
using mpi::Group;
using mpi::Shape;

struct Row {
  std::string_view name;  // "MPI_Send_c"
  Function function;
  Group group;
  Kind kind;
  Shape shape;
  bool is_large;
  std::vector<std::string_view> roles;

  // The place of an argument; -1 where there is none. Of several it is the first.
  int find(std::string_view role) const;
  bool has(std::string_view role) const { return find(role) >= 0; }
};

// In the order of the table, which is that of Function.
const std::vector<Row>& rows();

inline const Row& row_of(Function function) {
  return rows()[static_cast<std::size_t>(function)];
}

}  // namespace mpitrace::fake
