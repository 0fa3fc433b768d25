// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/rows.h"

#include <algorithm>

namespace mpitrace::fake {
namespace {

std::vector<std::string_view> split(std::string_view roles) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string_view> parts;
  while (!roles.empty()) {
    const std::size_t end = std::min(roles.find(kBetween), roles.size());
    parts.push_back(roles.substr(0, end));
    roles.remove_prefix(std::min(end + kBetween.size(), roles.size()));
  }
  return parts;
}

}  // namespace

int Row::find(std::string_view role) const {
  const auto found = std::find(roles.begin(), roles.end(), role);
  return found == roles.end() ? -1 : static_cast<int>(found - roles.begin());
}

const std::vector<Row>& rows() {
#define ROW(name, number, group, kind, shape, large, ...) \
  {name, Function::k##number, Group::k##group, Kind::k##kind, Shape::k##shape, large, split(#__VA_ARGS__)},
#define FN(Name, name, group, kind, shape, ...) ROW("MPI_" #Name, Name, group, kind, shape, false, __VA_ARGS__)
#define FL(Name, name, group, kind, shape, ...)                   \
  ROW("MPI_" #Name, Name, group, kind, shape, false, __VA_ARGS__) \
  ROW("MPI_" #Name "_c", Name##_c, group, kind, shape, true, __VA_ARGS__)
#define FX(Name, name, group, kind, shape, ...) ROW("MPIX_" #Name, X##Name, group, kind, shape, false, __VA_ARGS__)
  static const std::vector<Row> all = {
#include "mpi/functions.inc"
  };
#undef ROW
  return all;
}

}  // namespace mpitrace::fake
