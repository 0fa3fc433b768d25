// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/windows.h"

#include "encode/chunk_builder.h"
#include "record/given_name.h"

namespace mpitrace::mpi {

Window g_no_window{};
Recent<Window> g_recent_window{0, &g_no_window};

namespace {

constexpr std::uint32_t kWindowField = 19;
constexpr std::uint32_t kWindowNameField = 20;

ObjectTable<Window> g_table;

bool is_null(Word handle) noexcept {
  return handle == 0 || handle == g_abi.win_null;
}

void define(record::Thread& thread, std::uint32_t id, const WindowFacts& facts) noexcept {
  encode::append_definition(*thread.slot, kWindowField, [&](encode::Message& message) {
    message.uint(1, id);
    message.uint(2, facts.communicator);
    message.uint(3, facts.parent_sequence);
    message.uint(4, static_cast<std::uint32_t>(facts.flavour));
    message.uint(5, static_cast<std::uint64_t>(facts.bytes));
    message.uint(6, static_cast<std::uint64_t>(facts.displacement_unit));
  });
}

}  // namespace

std::uint32_t add_window(record::Thread& thread, Word handle, const WindowFacts& facts) noexcept {
  if (is_null(handle)) return 0;
  const Window* kept = g_table.keep(handle, {});
  if (kept == nullptr) return 0;
  define(thread, kept->id, facts);
  return kept->id;
}

Window* look_up_window(record::Thread& thread, Word handle) noexcept {
  if (is_null(handle)) return &g_no_window;
  return look_up(g_table, g_recent_window, g_no_window, handle, [&] { return add_window(thread, handle, {}); });
}

Window take_window(Word handle) noexcept {
  if (is_null(handle)) return {};
  return take(g_table, g_recent_window, g_no_window, handle);
}

void put_back_window(Word handle, const Window& taken) noexcept {
  g_table.put_back(handle, taken);
}

void name_window(record::Thread& thread, const Window& window, const char* name) noexcept {
  encode::append_definition(*thread.slot, kWindowNameField, [&](encode::Message& message) {
    message.uint(1, window.id);
    message.bytes(2, name, record::kept_bytes(name, record::kMostNameBytes));
  });
}

}  // namespace mpitrace::mpi
