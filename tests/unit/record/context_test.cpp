// SPDX-License-Identifier: BSD-3-Clause
#include "record/context.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "record/modules.h"
#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

constexpr std::array<std::int64_t, format::kFieldCount> kNoValues{};

TEST(FindContext, GivesTheSameIdForTheSamePlace) {
  tests::Recording recording;
  const std::uint32_t id = find_context(recording.thread(), 0x1000, 1).id;
  EXPECT_NE(id, 0U);
  EXPECT_EQ(find_context(recording.thread(), 0x1000, 1).id, id);
  EXPECT_NE(find_context(recording.thread(), 0x1001, 1).id, id);
  EXPECT_NE(find_context(recording.thread(), 0x1000, 2).id, id);
}

TEST(FindContext, LetsFurtherSitesOfAFunctionShareOneWhenThereAreTooMany) {
  tests::Recording recording(16U << 20U);
  std::set<std::uint32_t> ids;
  for (std::uint64_t site = 1; site <= 2 * kMaxContexts; ++site)
    ids.insert(find_context(recording.thread(), site, 1).id);
  EXPECT_LT(ids.size(), kMaxContexts);
  EXPECT_GT(ids.size(), kMaxContexts / 2);
  const Context& shared = find_context(recording.thread(), 3 * kMaxContexts, 1);
  EXPECT_EQ(shared.id, find_context(recording.thread(), 3 * kMaxContexts + 1, 1).id);
  EXPECT_EQ(shared.site, 0U);
}

TEST(FindContext, KeepsFunctionsApartEvenThen) {
  tests::Recording recording(16U << 20U);
  for (std::uint64_t site = 1; site <= kMaxContexts; ++site) find_context(recording.thread(), site, 1);
  std::set<std::uint32_t> ids;
  for (std::uint32_t function = 0; function < kMaxFunctions; ++function) {
    const Context& context = find_context(recording.thread(), 0x9'0000, function);
    EXPECT_EQ(context.function, function);
    ids.insert(context.id);
  }
  EXPECT_EQ(ids.size(), kMaxFunctions);
  EXPECT_LE(recording.thread().context_count, kMaxContexts);
}

TEST(DefineContext, StandsOnceInEachChunkThatUsesIt) {
  tests::Recording recording;
  for (std::uint64_t i = 0; i < 3; ++i) {
    for (std::uint64_t k = 0; k < 5; ++k)
      recording.call(format::Kind::kSend, 0x1000, {10 * i, 10 * i}, kNoValues.data());
    recording.chunks();
  }
  const std::vector<tests::ReadChunk>& chunks = recording.chunks();
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(chunks.at(i).contexts.size(), 1U);
    ASSERT_EQ(chunks.at(i).functions.size(), 1U);
    EXPECT_EQ(chunks.at(i).contexts[0].function, chunks.at(i).functions[0].id);
    EXPECT_EQ(chunks.at(i).functions[0].kind, static_cast<int>(format::Kind::kSend));
  }
  EXPECT_TRUE(chunks.at(3).contexts.empty());
}

TEST(DefineContext, NamesTheModuleAndTheOffsetInIt) {
  tests::Recording recording;
  const auto here = reinterpret_cast<std::uint64_t>(&tests::functions_of_each_kind);
  recording.call(format::Kind::kSend, here, {1, 2}, kNoValues.data());
  recording.call(format::Kind::kReceive, here + 1, {3, 4}, kNoValues.data());
  const tests::ReadChunk& chunk = recording.chunks().at(0);
  ASSERT_EQ(chunk.modules.size(), 1U);
  ASSERT_EQ(chunk.contexts.size(), 2U);
  EXPECT_EQ(chunk.contexts[0].module, chunk.modules[0].id);
  EXPECT_EQ(chunk.contexts[0].offset + module(chunk.modules[0].id).load_address, here);
}

TEST(DefineContext, BeginsANewChunkWhereALibraryWasUnloaded) {
  tests::Recording recording;
  const auto load = [](const char* path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); };
  const auto address = [](void* handle) { return reinterpret_cast<std::uint64_t>(dlsym(handle, "mpitrace_plugin")); };
  void* const first = load(MPITRACE_FIRST_PLUGIN);
  const std::uint64_t site = address(first);
  recording.call(format::Kind::kSend, site, {1, 2}, kNoValues.data());
  dlclose(first);
  void* const second = load(MPITRACE_SECOND_PLUGIN);
  ASSERT_EQ(address(second), site);
  recording.call(format::Kind::kReceive, site, {3, 4}, kNoValues.data());
  recording.call(format::Kind::kSend, site, {5, 6}, kNoValues.data());
  const std::vector<tests::ReadChunk>& chunks = recording.chunks();
  dlclose(second);
  EXPECT_EQ(find_module(site), 0U);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[0].modules.at(0).path, MPITRACE_FIRST_PLUGIN);
  ASSERT_EQ(chunks[1].modules.size(), 1U);
  EXPECT_EQ(chunks[1].modules[0].path, MPITRACE_SECOND_PLUGIN);
  EXPECT_EQ(chunks[1].contexts.size(), 2U);
}

TEST(DefineContext, GivesAnAddressWithoutModuleWhole) {
  tests::Recording recording;
  recording.call(format::Kind::kSend, 0x1234, {1, 2}, kNoValues.data());
  const tests::ReadChunk& chunk = recording.chunks().at(0);
  EXPECT_EQ(chunk.contexts.at(0).module, 0U);
  EXPECT_EQ(chunk.contexts.at(0).offset, 0x1234U);
}

}  // namespace
}  // namespace mpitrace::record
