// SPDX-License-Identifier: BSD-3-Clause
// The argument words of one call, made from the roles of its row, and the memory that they point to. Each word differs
// from all others, and the unused upper half of a word that holds an int or a short handle is not zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fake_mpi/fake.h"

namespace mpitrace::fake {

// What the calls of these tests say. Where a row has a large form, that one names its source, and the plain one takes
// what comes.
inline constexpr int kCount = 7;      // of Cnt, elements of int_type
inline constexpr int kSendCount = 5;  // elements of int_type
inline constexpr int kRecvCount = 3;  // elements of kDerivedType
inline constexpr int kPartitions = 2;
inline constexpr int kPartCount = 3;
inline constexpr int kTag = 5;
inline constexpr int kDestination = 2;
inline constexpr int kOtherRoot = 2;
inline constexpr int kRequests = 3;
inline constexpr int kAbortCode = 9;
inline constexpr char kName[] = "named";

inline constexpr int send_count(int peer) {
  return peer + 1;
}
inline constexpr int recv_count(int peer) {
  return peer + 2;
}
inline constexpr int bytes_of_type(int peer) {  // in an array of datatypes
  return peer % 2 == 0 ? 4 : 8;
}

// Handles that earlier calls have made.
struct Given {
  Word grid = 0;  // a communicator with a topology
  Word window = 0;
  Word file = 0;
  Word communicator_to_free = 0;
  Word window_to_free = 0;
  Word file_to_close = 0;
  Word message = 0;
  std::vector<Word> requests = {};
  int thread_level = 0;
  bool ignores_statuses = false;
};

inline bool is_on_grid(const Row& row) {
  return (Shape::kNeighborAllgather <= row.shape && row.shape <= Shape::kNeighborAlltoallw) ||
         row.function == Function::kComm_set_name;
}

inline std::int64_t offset(int place) {
  return (std::int64_t{1} << 40U) + place;
}

// A pointer in every MPI, also where other handles have four bytes.
inline std::size_t handle_bytes(std::string_view role) {
  return role == "File" || role == "FileOut" ? sizeof(Word) : kAbi.handle_bytes;
}

class Arguments {
 public:
  void fill(const Row& row, const Given& given);
  // What lies where the argument points to.
  Word handle(const Row& row, std::string_view role) const;

  const Word* words() const { return words_; }
  const std::uint8_t* memory() const { return cells_[0]; }
  static constexpr std::size_t memory_bytes() { return sizeof cells_; }

 private:
  static constexpr std::size_t kCellBytes = 128;
  static constexpr int kPeers = 8;

  Word address(std::size_t i) const { return reinterpret_cast<Word>(cells_[i]); }
  void put_handles(std::size_t i, const std::vector<Word>& handles);
  void put_counts(const Row& row, std::size_t i);
  void put_memory(const Row& row, std::size_t i, const Given& given);

  Word words_[kMostWords];
  alignas(64) std::uint8_t cells_[kMostWords][kCellBytes];
};

}  // namespace mpitrace::fake
