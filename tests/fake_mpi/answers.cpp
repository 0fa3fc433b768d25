// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/answers.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace mpitrace::fake {
namespace {

std::atomic<int> g_thread_level = 0;
std::atomic<bool> g_is_initialized = false;
std::atomic<bool> g_is_finalized = false;
std::atomic<Word> g_serial = 0;

// What kind of object a handle stands for lies in its last four bits.
enum class Made : Word { kOther = 0, kCart = 1, kGraph = 2, kDistGraph = 3, kInter = 4, kPersistent = 5 };

Word new_handle(Made kind) {
  return kAbi.made + 16 * ++g_serial + static_cast<Word>(kind);
}

Made kind_of(Word handle) {
  const Word number = handle & (kAbi.handle_bytes == 4 ? 0xffff'ffffU : ~Word{0});
  return number > kAbi.made ? static_cast<Made>(number & 0xfU) : Made::kOther;
}

template <class Number>
void put(Word at, Number number) {
  std::memcpy(reinterpret_cast<void*>(at), &number, sizeof number);
}

void put_handle(Word at, Word handle) {
  std::memcpy(reinterpret_cast<void*>(at), &handle, kAbi.handle_bytes);
}

Word handle_at(Word at) {
  Word handle = 0;
  std::memcpy(&handle, reinterpret_cast<const void*>(at), kAbi.handle_bytes);
  return handle;
}

void put_numbers(Word at, std::initializer_list<int> numbers, std::size_t room) {
  std::memcpy(reinterpret_cast<void*>(at), numbers.begin(), std::min(numbers.size(), room) * sizeof(int));
}

void put_status(Word at, int source, int tag, int bytes) {
  if (at == kAbi.status_ignore) return;
  std::memset(reinterpret_cast<void*>(at), 0, kAbi.status_bytes);
  put(at + kAbi.source_at, source);
  put(at + kAbi.tag_at, tag);
  put(at + kAbi.bytes_at, bytes);
}

void put_arrived(Word at) {
  put_status(at, kArrivedSource, kArrivedTag, kArrivedBytes);
}

// The size of a count or length that the test did not choose: it may hold anything.
std::size_t length(Word word) {
  constexpr int kLongest = 1024;
  const int number = static_cast<int>(word);
  return 0 <= number && number <= kLongest ? static_cast<std::size_t>(number) : 0;
}

int size_of_type(Word type) {
  const Word number = type & (kAbi.handle_bytes == 4 ? 0xffff'ffffU : ~Word{0});
  if (number == predefined().int_type) return 4;
  return number == kDerivedType ? 8 : 1;
}

int topology_of(Word communicator) {
  switch (kind_of(communicator)) {
    case Made::kCart:
      return kAbi.cart;
    case Made::kGraph:
      return kAbi.graph;
    case Made::kDistGraph:
      return kAbi.dist_graph;
    default:
      return kUndefined;
  }
}

bool answer_life_cycle(Function function, const Word* words) {
  switch (function) {
    case Function::kInit:
    case Function::kInit_thread:
      g_thread_level = function == Function::kInit ? 0 : static_cast<int>(words[2]);
      g_is_initialized = true;
      if (function == Function::kInit_thread) put<int>(words[3], g_thread_level);
      return true;
    case Function::kFinalize:
      g_is_finalized = true;
      return true;
    case Function::kInitialized:
      put<int>(words[0], g_is_initialized ? 1 : 0);
      return true;
    case Function::kFinalized:
      put<int>(words[0], g_is_finalized ? 1 : 0);
      return true;
    case Function::kQuery_thread:
      put<int>(words[0], g_thread_level);
      return true;
    case Function::kGet_library_version:
      std::strcpy(reinterpret_cast<char*>(words[0]), kAbi.version);
      put<int>(words[1], static_cast<int>(std::strlen(kAbi.version)));
      return true;
    case Function::kAbi_get_version:
      put<int>(words[0], kAbi.abi_version);
      put<int>(words[1], kAbi.abi_version < 0 ? -1 : 0);
      return true;
    default:
      return false;
  }
}

bool answer_about_communicator(Function function, const Word* words) {
  const bool is_self = words[0] == predefined().self;
  switch (function) {
    case Function::kComm_rank:
      put<int>(words[1], is_self ? 0 : kRank);
      return true;
    case Function::kComm_size:
      put<int>(words[1], is_self ? 1 : kSize);
      return true;
    case Function::kComm_remote_size:
      put<int>(words[1], kSize - 1);
      return true;
    case Function::kComm_test_inter:
      put<int>(words[1], kind_of(words[0]) == Made::kInter ? 1 : 0);
      return true;
    case Function::kTopo_test:
      put<int>(words[1], topology_of(words[0]));
      return true;
    case Function::kCartdim_get:
      put<int>(words[1], kDimensions);
      return true;
    case Function::kCart_get:
      for (int i = 2; i <= 4; ++i) put_numbers(words[i], {1, 2, 2}, length(words[1]));
      return true;
    case Function::kGraph_neighbors_count:
      put<int>(words[2], 3);
      return true;
    case Function::kGraph_neighbors:
      put_numbers(words[3], {0, 2, 3}, length(words[2]));
      return true;
    case Function::kDist_graph_neighbors_count:
      put<int>(words[1], 1);
      put<int>(words[2], 2);
      put<int>(words[3], 0);
      return true;
    case Function::kDist_graph_neighbors:
      put_numbers(words[2], {0}, length(words[1]));
      put_numbers(words[5], {2, 3}, length(words[4]));
      return true;
    default:
      return false;
  }
}

bool answer_about_others(Function function, const Word* words) {
  switch (function) {
    case Function::kGroup_size:
      put<int>(words[1], 2);
      return true;
    case Function::kGroup_translate_ranks:  // every group begins like the world
      std::memmove(reinterpret_cast<void*>(words[4]), reinterpret_cast<const void*>(words[2]),
                   length(words[1]) * sizeof(int));
      return true;
    case Function::kType_size:
      put<int>(words[1], size_of_type(words[0]));
      return true;
    case Function::kType_size_c:
    case Function::kType_size_x:
      put<std::int64_t>(words[1], size_of_type(words[0]));
      return true;
    case Function::kGet_elements_x: {
      int bytes = 0;
      std::memcpy(&bytes, reinterpret_cast<const void*>(words[0] + kAbi.bytes_at), sizeof bytes);
      put<std::int64_t>(words[2], bytes);
      return true;
    }
    case Function::kTest_cancelled:
      put<int>(words[1], 0);
      return true;
    default:
      return false;
  }
}

Made kind_of_new(const Row& row) {
  if (row.function == Function::kCart_create) return Made::kCart;
  if (row.function == Function::kGraph_create) return Made::kGraph;
  if (row.name.starts_with("MPI_Dist_graph_create")) return Made::kDistGraph;
  if (row.shape == Shape::kIntercomm || row.shape == Shape::kOtherWorld) return Made::kInter;
  return row.name.find("_init") != std::string_view::npos ? Made::kPersistent : Made::kOther;
}

void complete(Word request, Word status) {
  const Word handle = handle_at(request);
  put_arrived(status);
  if (kind_of(handle) != Made::kPersistent) put_handle(request, predefined().request_null);
}

void complete_some(const Row& row, const Word* words, std::size_t count) {
  const Word requests = words[row.find("Reqs")];
  const auto status_at = [&](std::size_t k) {
    const int all = row.find("Stats");
    if (all < 0) return words[row.find("Stat")];
    return words[all] == kAbi.status_ignore ? words[all] : words[all] + k * kAbi.status_bytes;
  };
  const auto complete_at = [&](std::size_t index, std::size_t k) {
    complete(requests + index * kAbi.handle_bytes, status_at(k));
  };
  if (row.has("Index")) {
    put<int>(words[row.find("Index")], 0);
    complete_at(0, 0);
  } else if (row.has("OutCnt")) {
    put<int>(words[row.find("OutCnt")], static_cast<int>(std::size(kIndices)));
    std::memcpy(reinterpret_cast<void*>(words[row.find("Indices")]), kIndices, sizeof kIndices);
    for (std::size_t k = 0; k < std::size(kIndices); ++k) complete_at(static_cast<std::size_t>(kIndices[k]), k);
  } else {
    for (std::size_t i = 0; i < count; ++i) complete_at(i, i);
  }
}

void write_request(const Row& row, Word at) {
  switch (row.kind) {
    case Kind::kStart:
    case Kind::kCancel:
    case Kind::kComplete:
      return;
    case Kind::kRequestFree:
      return put_handle(at, predefined().request_null);
    default:
      return put_handle(at, new_handle(kind_of_new(row)));
  }
}

}  // namespace

bool answer(const Row& row, const Word* words) {
  return answer_life_cycle(row.function, words) || answer_about_communicator(row.function, words) ||
         answer_about_others(row.function, words);
}

void write_results(const Row& row, const Word* words) {
  if (row.kind == Kind::kComplete && row.has("Req")) complete(words[row.find("Req")], words[row.find("Stat")]);
  if (row.kind == Kind::kComplete && row.has("Reqs")) complete_some(row, words, length(words[row.find("NReq")]));
  const bool leaves_status = row.group != Group::kLocal && row.kind != Kind::kComplete;
  for (std::size_t i = 0; i < row.roles.size(); ++i) {
    const std::string_view role = row.roles[i];
    if (role == "Flag") put<int>(words[i], 1);
    if (role == "Req") write_request(row, words[i]);
    if (role == "CommOut") put_handle(words[i], new_handle(kind_of_new(row)));
    if (role == "CommInOut") put_handle(words[i], predefined().comm_null);
    if (role == "WinOut")
      put_handle(words[i], row.kind == Kind::kWindowFree ? predefined().win_null : new_handle(Made::kOther));
    if (role == "Msg")
      put_handle(words[i], row.kind == Kind::kMatchedProbe ? new_handle(Made::kOther) : predefined().message_null);
    if (role == "FileOut") put<Word>(words[i], row.kind == Kind::kFileClose ? 0 : new_handle(Made::kOther));
    if (role == "GrpOut" || role == "InfoOut" || role == "ErrhOut" || role == "SessionOut")
      put_handle(words[i], new_handle(Made::kOther));
    if (role == "Stat" && leaves_status) put_arrived(words[i]);
  }
}

}  // namespace mpitrace::fake
