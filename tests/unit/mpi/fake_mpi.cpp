// SPDX-License-Identifier: BSD-3-Clause
#include "unit/mpi/fake_mpi.h"

#include <algorithm>

#include "mpi/call_site.h"
#include "mpi/communicators.h"
#include "mpi/completions.h"
#include "mpi/files.h"
#include "mpi/guarded.h"
#include "mpi/windows.h"

// What libtrace/mpi/fortran.cpp gives the library: no Fortran calls here.
namespace mpitrace::mpi {

extern "C" {
__thread std::uint64_t mpitrace_fortran_site __attribute__((tls_model("initial-exec"), visibility("hidden"))) = 0;
}

std::uint64_t fortran_site_or(std::uint64_t address) noexcept {
  return address;
}

}  // namespace mpitrace::mpi

namespace mpitrace::tests {
namespace {

using mpi::Function;

FakeMpi* g_fake = nullptr;

constexpr int kSuccess = 0;
constexpr int kError = 1;

const FakeCommunicator* find(Word communicator) {
  const auto found = g_fake->communicators.find(communicator);
  return found == g_fake->communicators.end() ? nullptr : &found->second;
}

// Answers a question about a communicator with a number.
template <int FakeCommunicator::*kMember>
int tell(Word communicator, int* answer) {
  const FakeCommunicator* known = find(communicator);
  if (known == nullptr) return kError;
  *answer = known->*kMember;
  return kSuccess;
}

int comm_size(Word communicator, int* size) {
  const FakeCommunicator* known = find(communicator);
  if (known == nullptr) return kError;
  *size = static_cast<int>(known->members.size());
  return kSuccess;
}

int comm_test_inter(Word communicator, int* flag) {
  const FakeCommunicator* known = find(communicator);
  if (known == nullptr) return kError;
  *flag = known->remote_size != 0 ? 1 : 0;
  return kSuccess;
}

int comm_group(Word communicator, Word* group) {
  const FakeCommunicator* known = find(communicator);
  if (known == nullptr) return kError;
  *group = 0x7000 + g_fake->groups.size();
  g_fake->groups[*group] = known->members;
  return kSuccess;
}

int group_translate_ranks(Word from, int count, const int* ranks, Word to, int* answers) {
  for (int i = 0; i < count; ++i) {
    const std::vector<int>& target = g_fake->groups.at(to);
    const int world = g_fake->groups.at(from).at(static_cast<std::size_t>(ranks[i]));
    const auto found = std::find(target.begin(), target.end(), world);
    answers[i] = found == target.end() ? mpi::kUndefined : static_cast<int>(found - target.begin());
  }
  return kSuccess;
}

int group_size(Word group, int* size) {
  *size = static_cast<int>(g_fake->groups.at(group).size());
  return kSuccess;
}

int group_free(Word*) {
  ++g_fake->freed_groups;
  return kSuccess;
}

int type_size(Word type, int* size) {
  g_fake->asked_types.push_back(type);
  const std::int64_t bytes = g_fake->type_bytes.at(type);
  *size = bytes > INT32_MAX ? mpi::kUndefined : static_cast<int>(bytes);
  return kSuccess;
}

int type_size_x(Word type, std::int64_t* size) {
  *size = g_fake->type_bytes.at(type);
  return kSuccess;
}

int graph_neighbors_count(Word communicator, int, int* count) {
  return tell<&FakeCommunicator::degree>(communicator, count);
}

int dist_graph_neighbors_count(Word communicator, int* in, int* out, int*) {
  *in = find(communicator)->in_degree;
  *out = find(communicator)->out_degree;
  return kSuccess;
}

int cart_get(Word communicator, int count, int* sizes, int* periodic, int*) {
  std::copy_n(find(communicator)->sizes.begin(), count, sizes);
  std::copy_n(find(communicator)->periodic.begin(), count, periodic);
  return kSuccess;
}

// Of a grid of one dimension or of one process in each further one.
int cart_shift(Word communicator, int dimension, int by, int* source, int* destination) {
  const FakeCommunicator* known = find(communicator);
  const auto at = [&](int place) {
    const auto d = static_cast<std::size_t>(dimension);
    if (known->sizes.empty()) return 0;
    const int size = known->sizes.at(d);
    if (known->periodic.at(d) != 0) return (place + size) % size;
    return place < 0 || place >= size ? mpi::g_abi.proc_null : place;
  };
  *source = at(known->rank - by);
  *destination = at(known->rank + by);
  return kSuccess;
}

int graph_neighbors(Word communicator, int, int count, int* ranks) {
  std::copy_n(find(communicator)->out.begin(), count, ranks);
  return kSuccess;
}

int dist_graph_neighbors(Word communicator, int in, int* sources, int* in_weights, int out, int* destinations,
                         int* out_weights) {
  std::copy_n(find(communicator)->in.begin(), in, sources);
  std::copy_n(find(communicator)->out.begin(), out, destinations);
  std::fill_n(in_weights, in, 1);
  std::fill_n(out_weights, out, 1);
  return kSuccess;
}

int test_cancelled(Word status, int* flag) {
  *flag = g_fake->statuses.at(status).second ? 1 : 0;
  return kSuccess;
}

int get_elements_x(Word status, Word, std::int64_t* count) {
  *count = g_fake->statuses.at(status).first;
  return kSuccess;
}

void answer_questions(FakeMpi& fake) {
  fake.set(Function::kComm_rank, &tell<&FakeCommunicator::rank>);
  fake.set(Function::kComm_size, &comm_size);
  fake.set(Function::kComm_test_inter, &comm_test_inter);
  fake.set(Function::kComm_remote_size, &tell<&FakeCommunicator::remote_size>);
  fake.set(Function::kComm_group, &comm_group);
  fake.set(Function::kGroup_translate_ranks, &group_translate_ranks);
  fake.set(Function::kGroup_size, &group_size);
  fake.set(Function::kGroup_free, &group_free);
  fake.set(Function::kType_size, &type_size);
  fake.set(Function::kType_size_x, &type_size_x);
  fake.set(Function::kTopo_test, &tell<&FakeCommunicator::topology>);
  fake.set(Function::kCartdim_get, &tell<&FakeCommunicator::dimensions>);
  fake.set(Function::kGraph_neighbors_count, &graph_neighbors_count);
  fake.set(Function::kDist_graph_neighbors_count, &dist_graph_neighbors_count);
  fake.set(Function::kCart_get, &cart_get);
  fake.set(Function::kCart_shift, &cart_shift);
  fake.set(Function::kGraph_neighbors, &graph_neighbors);
  fake.set(Function::kDist_graph_neighbors, &dist_graph_neighbors);
  fake.set(Function::kTest_cancelled, &test_cancelled);
  fake.set(Function::kGet_elements_x, &get_elements_x);
}

}  // namespace

FakeMpi::FakeMpi(const mpi::Abi& abi) {
  g_fake = this;
  mpi::g_abi = abi;
  mpi::g_many_threads = false;
  mpi::g_any_cancelled = false;
  mpi::g_only_known_requests = false;
  mpi::g_recent_communicator = {0, &mpi::g_no_communicator};
  mpi::g_recent_window = {0, &mpi::g_no_window};
  mpi::g_recent_file = {0, &mpi::g_no_file};
  mpi::g_recent_type = {};
  std::fill(std::begin(mpi::g_real), std::end(mpi::g_real), 0);
  std::fill(std::begin(mpi::g_next), std::end(mpi::g_next), 0);
  answer_questions(*this);
}

FakeMpi::~FakeMpi() {
  std::fill(std::begin(mpi::g_real), std::end(mpi::g_real), 0);
  std::fill(std::begin(mpi::g_next), std::end(mpi::g_next), 0);
  mpi::g_abi = {};
  mpi::g_many_threads = false;
  mpi::g_any_cancelled = false;
  mpi::g_only_known_requests = false;
  mpi::g_recent_communicator = {0, &mpi::g_no_communicator};
  mpi::g_recent_window = {0, &mpi::g_no_window};
  mpi::g_recent_file = {0, &mpi::g_no_file};
  mpi::g_recent_type = {};
  g_fake = nullptr;
}

}  // namespace mpitrace::tests
