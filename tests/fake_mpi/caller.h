// SPDX-License-Identifier: BSD-3-Clause
// One thread that calls functions of the faked MPI, through whatever stands before it. Checks of each call that the
// function was called once, with the words that were given, and that its code and its results came back untouched;
// keeps the line that the dump must have of it.
#pragma once

#include <string>
#include <vector>

#include "fake_mpi/arguments.h"
#include "fake_mpi/expected.h"

namespace mpitrace::fake {

struct Manner {
  bool is_profiled = false;  // PMPI_X instead of MPI_X
  bool ignores_statuses = false;
  bool is_local_recorded = true;
  bool has_names = true;    // MPI_Comm_set_name and MPI_Win_set_name succeed
  bool has_numbers = true;  // one thread alone calls MPI
  int thread_level = 0;
};

class Caller {
 public:
  explicit Caller(const Manner& manner);

  // Calls it after all that its arguments need; it returns `code`, and with another than 0 does nothing.
  void call(Function function, int code = 0);
  // What many calls take: a communicator with a topology, a window and a file.
  void make_objects();

  const std::vector<std::string>& lines() const { return lines_; }
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  Word make(Function function, std::string_view role);
  void prepare(const Row& row);
  void issue(const Row& row, int code);
  void check(const Row& row, const Observation& seen, const std::vector<std::uint8_t>& before);
  void check_words(const Row& row, const Word* words);
  void fault(const Row& row, const std::string& what);

  Manner manner_;
  Given given_;
  Arguments arguments_;
  Expected expected_;
  std::vector<std::string> lines_;
  std::vector<std::string> faults_;
};

}  // namespace mpitrace::fake
