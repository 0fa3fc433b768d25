// SPDX-License-Identifier: BSD-3-Clause
#include "record/context.h"

#include <cstring>

#include "encode/chunk_builder.h"
#include "record/modules.h"

namespace mpitrace::record {

const FunctionFacts* g_functions = nullptr;

namespace {

constexpr std::uint32_t kFunctionField = 12;
constexpr std::uint32_t kModuleField = 13;
constexpr std::uint32_t kContextField = 14;
constexpr std::size_t kIndexMask = 2 * kMaxContexts - 1;

void define_function(Thread& thread, std::uint32_t function) noexcept {
  if (thread.function_chunk[function] == thread.chunk) return;
  thread.function_chunk[function] = thread.chunk;
  const FunctionFacts& facts = g_functions[function];
  encode::append_definition(*thread.slot, kFunctionField, [&](encode::Message& message) {
    message.uint(1, function + 1);
    message.text(2, facts.name);
    message.uint(3, facts.group);
    message.uint(4, facts.kind);
  });
}

void define_module(Thread& thread, std::uint32_t number) noexcept {
  if (number == 0 || thread.module_chunk[number] == thread.chunk) return;
  thread.module_chunk[number] = thread.chunk;
  const Module& known = module(number);
  encode::append_definition(*thread.slot, kModuleField, [&](encode::Message& message) {
    message.uint(1, number);
    message.text(2, known.path);
    message.bytes(3, known.build_id, known.build_id_bytes);
  });
}

ContextEntry& find_entry(Thread& thread, std::uint64_t key) noexcept {
  std::size_t slot = context_slot(key);
  while (thread.index[slot].key != 0 && thread.index[slot].key != key) slot = (slot + 1) & kIndexMask;
  return thread.index[slot];
}

}  // namespace

Context& add_context(Thread& thread, std::uint64_t site, std::uint32_t function) noexcept {
  ContextEntry* entry = &find_entry(thread, context_key(site, function));
  // A program with more call sites than we number still has every call recorded, its site unknown.
  if (entry->key == 0 && thread.context_count + kMaxFunctions >= kMaxContexts && site != 0) {
    site = 0;
    entry = &find_entry(thread, context_key(0, function));
  }
  if (entry->key != 0) return *entry->context;
  Context& context = thread.contexts[++thread.context_count];
  context.key = context_key(site, function);
  context.id = thread.context_count;
  context.function = function;
  context.site = site;
  *entry = {context.key, &context};
  return context;
}

void define_context(Thread& thread, Context& context) noexcept {
  const std::uint32_t number = find_module(context.site);
  // What this chunk says of places in a library that was unloaded holds no longer: the next one says them anew.
  if (thread.retired_modules != retired_count()) g_flush(thread);
  context.module = number;
  context.stepping = 0;
  context.peer_bytes = 0;
  std::memset(context.expected, 0, sizeof context.expected);
  std::memset(context.step, 0, sizeof context.step);
  context.chunk = thread.chunk;
  define_function(thread, context.function);
  define_module(thread, number);
  const std::uint64_t load_address = number == 0 ? 0 : module(number).load_address;
  encode::append_definition(*thread.slot, kContextField, [&](encode::Message& message) {
    message.uint(1, context.id);
    message.uint(2, context.function + 1);
    message.uint(3, number);
    message.uint(4, context.site - load_address);
  });
}

}  // namespace mpitrace::record
