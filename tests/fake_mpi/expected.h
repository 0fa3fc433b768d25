// SPDX-License-Identifier: BSD-3-Clause
// What `mpitrace dump` must say of one thread's calls, computed from the table's rows and from what arguments.h gives,
// apart from the recorder. Numbers of requests, messages and collectives are counted as the calls come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fake_mpi/arguments.h"

namespace mpitrace::fake {

class Expected {
 public:
  // Threads that call MPI at once share the numbers: each is then a #.
  Expected(bool has_numbers, bool has_names) : has_numbers_(has_numbers), has_names_(has_names) {}

  // A call that returned `code`.
  std::string line(const Row& row, int code);
  // The requests that the next call gets. What it frees is the last one made of its kind.
  void give_requests(std::vector<std::uint64_t> ids) { given_requests_ = std::move(ids); }
  std::uint64_t last_request() const { return last_request_; }

 private:
  void add(const char* key, const std::string& value) { text_ += ' ' + std::string(key) + '=' + value; }
  void add(const char* key, std::int64_t value) { add(key, std::to_string(value)); }
  std::string id(std::uint64_t number) const { return has_numbers_ ? std::to_string(number) : "#"; }
  std::string communicator(std::uint64_t number) const;
  void add_by_kind(const Row& row, bool succeeded);
  void add_send(const Row& row);
  void add_started();
  void add_arrival(const Row& row, bool succeeded, const char* peer, const char* tag, const char* bytes);
  void add_receive_half(const Row& row, bool succeeded);
  void add_room(const Row& row);
  void add_collective(const Row& row);
  void add_new_communicator(const Row& row, bool succeeded);
  void add_window_call(const Row& row, bool succeeded);
  void add_target(const Row& row);
  void add_file_call(const Row& row, bool succeeded);
  void add_place_in_file(const Row& row);
  void add_request(const Row& row, bool succeeded);
  void add_message(const Row& row, bool succeeded);
  void add_completed(const Row& row);
  void add_peer_bytes(const Row& row);

  bool has_numbers_;
  bool has_names_;
  std::string text_;
  std::vector<std::uint64_t> given_requests_;
  std::uint64_t last_request_ = 0;
  std::uint64_t last_message_ = 0;
  std::uint64_t last_communicator_ = 0;
  std::int64_t world_sequence_ = 0;
  std::uint64_t last_window_ = 0;
  std::int64_t grid_sequence_ = 0;
  std::int64_t window_sequence_ = 0;
  std::int64_t file_sequence_ = 0;
};

}  // namespace mpitrace::fake
