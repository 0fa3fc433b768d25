// SPDX-License-Identifier: BSD-3-Clause
// An MPI that answers what it was told to answer: it fills g_real with small functions and g_abi with a library's
// numbers. Takes communicators, groups and datatypes as plain values; sends nothing. One at a time.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "mpi/abi.h"
#include "mpi/function.h"
#include "mpi/wrapper.h"

namespace mpitrace::tests {

using mpi::Word;

struct FakeCommunicator {
  int rank = 0;
  std::vector<int> members = {};  // world ranks of the local group
  int remote_size = 0;            // 0: an intracommunicator
  int topology = mpi::kUndefined;
  int dimensions = 0;
  int degree = 0;
  int in_degree = 0;
  int out_degree = 0;
  std::vector<int> sizes = {};     // of a grid's dimensions
  std::vector<int> periodic = {};  // of the same
  std::vector<int> out = {};       // ranks of neighbours that are sent to
  std::vector<int> in = {};
};

class FakeMpi {
 public:
  explicit FakeMpi(const mpi::Abi& abi);
  ~FakeMpi();
  FakeMpi(const FakeMpi&) = delete;
  FakeMpi& operator=(const FakeMpi&) = delete;

  // The function that a wrapper finds behind it.
  template <class Result, class... Arguments>
  void set(mpi::Function function, Result (*real)(Arguments...)) {
    const auto i = static_cast<std::size_t>(function);
    mpi::g_real[i] = mpi::g_next[i] = reinterpret_cast<Word>(real);
  }

  std::map<Word, FakeCommunicator> communicators;
  std::map<Word, std::int64_t> type_bytes;
  std::map<Word, std::vector<int>> groups;  // world ranks; MPI's own of communicators are made when asked
  std::map<Word, std::pair<std::int64_t, bool>> statuses;  // MPI 5.0: bytes and whether cancelled, by address
  std::vector<Word> asked_types;
  int freed_groups = 0;
};

}  // namespace mpitrace::tests

// The wrapper of each function, by its name: wrappers::Send::call(buffer, count, ...).
namespace mpitrace::mpi::wrappers {

#define MPITRACE_WRAPPER(Name, kind, shape, large, ...) \
  using Name = Entry<Function::k##Name, Kind::k##kind, Shape::k##shape, large __VA_OPT__(, ) __VA_ARGS__>;
#define FN(Name, name, group, kind, shape, ...) MPITRACE_WRAPPER(Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__)
#define FL(Name, name, group, kind, shape, ...)                         \
  MPITRACE_WRAPPER(Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__) \
  MPITRACE_WRAPPER(Name##_c, kind, shape, true __VA_OPT__(, ) __VA_ARGS__)
#define FX(Name, name, group, kind, shape, ...) MPITRACE_WRAPPER(X##Name, kind, shape, false __VA_OPT__(, ) __VA_ARGS__)
#include "mpi/functions.inc"
#undef MPITRACE_WRAPPER

}  // namespace mpitrace::mpi::wrappers
