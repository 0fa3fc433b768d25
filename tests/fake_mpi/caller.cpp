// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/caller.h"

#include <algorithm>
#include <array>

extern "C" {
#define FN(Name, ...) void MPI_##Name(), PMPI_##Name();
#define FL(Name, ...) void MPI_##Name(), PMPI_##Name(), MPI_##Name##_c(), PMPI_##Name##_c();
#define FX(Name, ...) void MPIX_##Name(), PMPIX_##Name();
#include "mpi/functions.inc"
}

namespace mpitrace::fake {
namespace {

using Address = void (*)();
using Called = Word (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

constexpr Address kAddresses[][2] = {
#define FN(Name, ...) {&MPI_##Name, &PMPI_##Name},
#define FL(Name, ...) {&MPI_##Name, &PMPI_##Name}, {&MPI_##Name##_c, &PMPI_##Name##_c},
#define FX(Name, ...) {&MPIX_##Name, &PMPIX_##Name},
#include "mpi/functions.inc"
};

// All that a recorder may ask of MPI on its own, while the program calls something else.
constexpr std::array kQuestions = {
    Function::kCart_get, Function::kCart_shift, Function::kCartdim_get, Function::kComm_group, Function::kComm_rank,
    Function::kComm_remote_group, Function::kComm_remote_size, Function::kComm_size, Function::kComm_test_inter,
    Function::kDist_graph_neighbors, Function::kDist_graph_neighbors_count, Function::kGet_elements_x,
    Function::kGraph_neighbors, Function::kGraph_neighbors_count, Function::kGroup_free, Function::kGroup_size,
    Function::kGroup_translate_ranks, Function::kQuery_thread, Function::kTest_cancelled, Function::kTopo_test,
    Function::kType_size, Function::kWin_get_group,
    // At the first call of all.
    Function::kGet_library_version, Function::kAbi_get_version};

// And what it adds to MPI_Init: the faked processes have one clock.
constexpr std::array kAddedToInit = {Function::kComm_get_errhandler, Function::kComm_set_errhandler,
                                     Function::kAllreduce, Function::kErrhandler_free};

bool is_among(Function function, const auto& functions) {
  return std::find(functions.begin(), functions.end(), function) != functions.end();
}

bool may_come_with(const Row& row, Function function) {
  return is_among(function, kQuestions) || (row.kind == Kind::kInit && is_among(function, kAddedToInit));
}

// Every callee takes the words that it knows of; those behind them do no harm.
Word call_address(Address address, const Word* w) {
  return reinterpret_cast<Called>(address)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11],
                                           w[12], w[13], w[14], w[15]);
}

}  // namespace

Caller::Caller(const Manner& manner) : manner_(manner), expected_(manner.has_numbers, manner.has_names) {
  given_.thread_level = manner.thread_level;
  given_.ignores_statuses = manner.ignores_statuses;
}

Word Caller::make(Function function, std::string_view role) {
  call(function);
  return arguments_.handle(row_of(function), role);
}

void Caller::make_objects() {
  given_.grid = make(Function::kCart_create, "CommOut");
  given_.window = make(Function::kWin_create, "WinOut");
  given_.file = make(Function::kFile_open, "FileOut");
}

void Caller::call(Function function, int code) {
  const Row& row = row_of(function);
  prepare(row);
  issue(row, code);
  const std::string line = expected_.line(row, code);
  if (row.group != Group::kLocal || manner_.is_local_recorded) lines_.push_back(line);
  if (row.kind == Kind::kInit && code == 0) lines_.push_back("clocks_compared");
}

// The first request of a row takes any message, the last one only what will come.
void Caller::prepare(const Row& row) {
  std::vector<Function> makers;
  if (row.kind == Kind::kStart) makers = {Function::kRecv_init, Function::kSend_init, Function::kRecv_init_c};
  if (row.kind == Kind::kComplete) makers = {Function::kIrecv, Function::kIsend, Function::kIrecv_c};
  if (row.kind == Kind::kCancel || row.kind == Kind::kRequestFree) makers = {Function::kIrecv};
  if (row.has("Req") && !makers.empty()) makers.resize(1);
  std::vector<Word> requests;
  std::vector<std::uint64_t> ids;
  for (const Function maker : makers) {
    requests.push_back(make(maker, "Req"));
    ids.push_back(expected_.last_request());
  }
  if (row.kind == Kind::kMatchedReceive || row.kind == Kind::kMatchedReceiveStart)
    given_.message = make(Function::kMprobe, "Msg");
  if (row.kind == Kind::kCommunicatorFree) given_.communicator_to_free = make(Function::kComm_dup, "CommOut");
  if (row.kind == Kind::kWindowFree) given_.window_to_free = make(Function::kWin_create, "WinOut");
  if (row.kind == Kind::kFileClose) given_.file_to_close = make(Function::kFile_open, "FileOut");
  given_.requests = requests;
  expected_.give_requests(ids);
}

void Caller::issue(const Row& row, int code) {
  arguments_.fill(row, given_);
  const std::uint8_t* memory = arguments_.memory();
  const std::size_t bytes = Arguments::memory_bytes();
  const std::vector<std::uint8_t> before(memory, memory + bytes);
  const Watch watch{row.function, code, memory, bytes};
  const Observation& seen = *mpitrace_fake_observe(&watch);
  const Address address = kAddresses[static_cast<std::size_t>(row.function)][manner_.is_profiled ? 1 : 0];
  const Word result = call_address(address, arguments_.words());
  if (result != (kUpperHalf | static_cast<std::uint32_t>(code))) fault(row, "another code came back");
  check(row, seen, before);
}

void Caller::check(const Row& row, const Observation& seen, const std::vector<std::uint8_t>& before) {
  int calls = 0;
  for (const Seen& call : seen.calls) {
    if (call.function == row.function) {
      ++calls;
      check_words(row, call.words);
    } else if (!may_come_with(row, call.function)) {
      fault(row, "added a call of " + std::string(row_of(call.function).name));
    }
  }
  if (calls != 1) fault(row, "was called " + std::to_string(calls) + " times");
  if (seen.at_entry != before) fault(row, "its arguments were written to before the call");
  const std::uint8_t* memory = arguments_.memory();
  if (seen.at_return != std::vector<std::uint8_t>(memory, memory + Arguments::memory_bytes()))
    fault(row, "its results were written to after the call");
}

// An ignored status may be asked for all the same.
void Caller::check_words(const Row& row, const Word* words) {
  for (std::size_t i = 0; i < row.roles.size(); ++i) {
    const bool is_status = row.roles[i] == "Stat" || row.roles[i] == "Stats";
    if (is_status && arguments_.words()[i] == kAbi.status_ignore) continue;
    if (words[i] != arguments_.words()[i]) fault(row, "argument " + std::to_string(i + 1) + " was changed");
  }
}

void Caller::fault(const Row& row, const std::string& what) {
  faults_.push_back(std::string(row.name) + ": " + what);
}

}  // namespace mpitrace::fake
