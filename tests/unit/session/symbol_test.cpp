// SPDX-License-Identifier: BSD-3-Clause
#include "session/symbol.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "record/modules.h"
#include "unit/store/temporary_folder.h"

extern "C" int function_that_has_a_name(int value);
extern "C" int function_that_has_a_name(int value) {
  return value * value + 1;
}

namespace mpitrace::session {
namespace {

constexpr const char* kProgram = "/proc/self/exe";

std::uint64_t offset_of_function() {
  const auto address = reinterpret_cast<std::uint64_t>(&function_that_has_a_name);
  return address - record::module(record::find_module(address)).load_address;
}

TEST(FindSymbolName, NamesTheFunctionThatAnOffsetLiesIn) {
  char name[64];
  ASSERT_TRUE(find_symbol_name(kProgram, offset_of_function() + 1, name, sizeof name));
  EXPECT_STREQ(name, "function_that_has_a_name");
}

TEST(FindSymbolName, CutsANameThatHasNoRoom) {
  char name[9];
  ASSERT_TRUE(find_symbol_name(kProgram, offset_of_function(), name, sizeof name));
  EXPECT_STREQ(name, "function");
}

TEST(FindSymbolName, NamesNothingWhereNoFunctionIs) {
  char name[64];
  EXPECT_FALSE(find_symbol_name(kProgram, 0, name, sizeof name));
  EXPECT_FALSE(find_symbol_name(kProgram, ~std::uint64_t{0}, name, sizeof name));
}

TEST(FindSymbolName, NamesNothingWithoutAFile) {
  char name[64];
  EXPECT_FALSE(find_symbol_name("/nowhere", 1, name, sizeof name));
}

// The program's own file, ended after so many bytes.
class CutFile : public testing::TestWithParam<std::size_t> {};

TEST_P(CutFile, HasNoNames) {
  const tests::TemporaryFolder folder;
  const std::string path = folder.in("program");
  std::filesystem::copy_file(kProgram, path);
  std::filesystem::resize_file(path, GetParam());
  char name[64];
  EXPECT_FALSE(find_symbol_name(path.c_str(), offset_of_function(), name, sizeof name));
}

INSTANTIATE_TEST_SUITE_P(Bytes, CutFile, testing::Values(0, 1, 63, 64, 4096, 100'000));

TEST(FindSymbolName, NamesNothingInAFileThatIsNoProgram) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder.in("text")) << std::string(1'000, 'x');
  char name[64];
  EXPECT_FALSE(find_symbol_name(folder.in("text").c_str(), 1, name, sizeof name));
}

}  // namespace
}  // namespace mpitrace::session
