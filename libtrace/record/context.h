// SPDX-License-Identifier: BSD-3-Clause
// Call sites: (return address, function) -> the thread's Context, defined in the chunk under construction before it is
// used. A repeated lookup is a hash, a compare and a compare; a new site or a new chunk goes the slow way.
#pragma once

#include <cstdint>

#include "record/thread.h"

namespace mpitrace::record {

// What the function table says of a function; the chunk repeats it for the reader.
struct FunctionFacts {
  char name[40];        // no pointer: the table then needs no relocation in processes that never call MPI
  std::uint32_t group;  // numbers of trace.proto
  std::uint32_t kind;
};

// Set once by the room that owns the functions: the facts of function n, n < kMaxFunctions.
extern const FunctionFacts* g_functions;

constexpr std::uint64_t context_key(std::uint64_t site, std::uint32_t function) noexcept {
  return site ^ (static_cast<std::uint64_t>(function + 1) << 48U);
}

inline std::size_t context_slot(std::uint64_t key) noexcept {
  return (key * 0x9e37'79b9'7f4a'7c15ULL) >> 51U;  // 13 bits: twice kMaxContexts
}

Context& add_context(Thread& thread, std::uint64_t site, std::uint32_t function) noexcept;
void define_context(Thread& thread, Context& context) noexcept;

inline Context& find_context(Thread& thread, std::uint64_t site, std::uint32_t function) noexcept {
  const std::uint64_t key = context_key(site, function);
  const ContextEntry& entry = thread.index[context_slot(key)];
  Context& context = entry.key == key ? *entry.context : add_context(thread, site, function);
  if (context.chunk != thread.chunk) [[unlikely]]
    define_context(thread, context);
  return context;
}

}  // namespace mpitrace::record
