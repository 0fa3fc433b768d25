// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/files.h"

#include <iterator>

#include "encode/chunk_builder.h"
#include "record/given_name.h"

namespace mpitrace::mpi {

OpenFile g_no_file{};
Recent<OpenFile> g_recent_file{0, &g_no_file};

namespace {

constexpr std::uint32_t kFileField = 21;
constexpr std::size_t kMostPathBytes = 4096;  // PATH_MAX

ObjectTable<OpenFile> g_table;

bool is_null(Word handle) noexcept {
  return handle == 0 || handle == g_abi.file_null;
}

// Bit n of a mode in the file is the n-th of create, read only, write only, read and write, delete on close, unique
// open, exclusive, append, sequential. All but the MPI 5.0 ABI have them so.
std::uint64_t canonical_mode(int mode) noexcept {
  const auto bits = static_cast<unsigned>(mode);
  if (g_abi.name != AbiName::kStandard) return bits;
  constexpr unsigned kOrder[] = {2, 16, 256, 32, 4, 128, 8, 1, 64};
  std::uint64_t canonical = 0;
  for (std::size_t i = 0; i < std::size(kOrder); ++i) {
    if ((bits & kOrder[i]) != 0) canonical |= std::uint64_t{1} << i;
  }
  return canonical;
}

void define(record::Thread& thread, std::uint32_t id, const FileFacts& facts) noexcept {
  encode::append_definition(*thread.slot, kFileField, [&](encode::Message& message) {
    message.uint(1, id);
    message.uint(2, facts.communicator);
    message.uint(3, facts.parent_sequence);
    if (facts.name != nullptr) message.bytes(4, facts.name, record::kept_bytes(facts.name, kMostPathBytes));
    message.uint(5, canonical_mode(facts.mode));
  });
}

}  // namespace

std::uint32_t add_file(record::Thread& thread, Word handle, const FileFacts& facts) noexcept {
  if (is_null(handle)) return 0;
  const OpenFile* kept = g_table.keep(handle, {});
  if (kept == nullptr) return 0;
  define(thread, kept->id, facts);
  return kept->id;
}

OpenFile* look_up_file(record::Thread& thread, Word handle) noexcept {
  if (is_null(handle)) return &g_no_file;
  return look_up(g_table, g_recent_file, g_no_file, handle, [&] { return add_file(thread, handle, {}); });
}

OpenFile take_file(Word handle) noexcept {
  if (is_null(handle)) return {};
  return take(g_table, g_recent_file, g_no_file, handle);
}

void put_back_file(Word handle, const OpenFile& taken) noexcept {
  g_table.put_back(handle, taken);
}

}  // namespace mpitrace::mpi
