// SPDX-License-Identifier: BSD-3-Clause
// driver CASE: calls every function of the table and prints what `mpitrace dump` must say of that run. Exit code 1 if a
// call was not passed on as it was made.
#include <cstdio>
#include <string_view>
#include <thread>

#include "fake_mpi/caller.h"

namespace mpitrace::fake {
namespace {

constexpr int kError = 13;
constexpr int kThreads = 4;
constexpr int kRounds = 10;

bool is_of_life(Function function) {
  switch (function) {
    case Function::kInit:
    case Function::kInit_thread:
    case Function::kFinalize:
    case Function::kAbort:
      return true;
    default:
      return false;
  }
}

// 0: all was passed on.
int report(const Caller& caller, int thread) {
  for (const std::string& line : caller.lines()) std::printf("%d %d %s\n", kRank, thread, line.c_str());
  for (const std::string& fault : caller.faults()) std::fprintf(stderr, "%s\n", fault.c_str());
  return caller.faults().empty() ? 0 : 1;
}

// Every function but those that begin and end a run, which `init` and `end` are chosen from.
int call_all(const Manner& manner, Function init, Function end, int code) {
  Caller caller(manner);
  caller.call(Function::kInitialized);
  caller.call(Function::kGet_version);
  caller.call(init);
  caller.make_objects();
  for (const Row& row : rows()) {
    if (!is_of_life(row.function)) caller.call(row.function, code);
  }
  caller.call(end);
  if (end == Function::kFinalize) caller.call(Function::kFinalized);
  return report(caller, 0);
}

void call_point_to_point(Caller& caller) {
  for (const Row& row : rows()) {
    if (row.group == Group::kPointToPoint) caller.call(row.function);
  }
}

int call_from_threads() {
  const Manner manner{.is_local_recorded = false, .has_numbers = false, .thread_level = kAbi.thread_multiple};
  Caller first(manner);
  first.call(Function::kInit_thread);
  std::vector<Caller> callers(kThreads, Caller(manner));
  std::vector<std::thread> threads;
  for (Caller& caller : callers) {
    threads.emplace_back([&caller] {
      for (int round = 0; round < kRounds; ++round) call_point_to_point(caller);
    });
  }
  for (std::thread& thread : threads) thread.join();
  first.call(Function::kFinalize);
  int result = report(first, 0);
  for (int i = 0; i < kThreads; ++i) result |= report(callers[static_cast<std::size_t>(i)], i + 1);
  return result;
}

int run(std::string_view name) {
  if (name == "mpi_names") return call_all({}, Function::kInit, Function::kFinalize, 0);
  if (name == "pmpi_names") {
    const Manner manner{.is_profiled = true, .ignores_statuses = true, .is_local_recorded = false};
    return call_all(manner, Function::kInit_thread, Function::kFinalize, 0);
  }
  if (name == "errors") return call_all({.has_names = false}, Function::kInit, Function::kAbort, kError);
  if (name == "threads") return call_from_threads();
  return 2;
}

}  // namespace
}  // namespace mpitrace::fake

int main(int argc, char** argv) {
  return argc == 2 ? mpitrace::fake::run(argv[1]) : 2;
}
