// SPDX-License-Identifier: BSD-3-Clause
#include "record/modules.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "unit/store/temporary_folder.h"

namespace mpitrace::record {
namespace {

int g_here = 0;
std::uint64_t address_here() {
  return reinterpret_cast<std::uint64_t>(&g_here);
}

// The build-id as it stands in this test's own file.
std::string build_id_in_file() {
  const std::string bytes = tests::content_of("/proc/self/exe");
  const std::string note_begins{"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0",
                                16};  // owner of 4 bytes, 20 bytes, NT_GNU_BUILD_ID
  const std::size_t at = bytes.find(note_begins);
  return at == std::string::npos ? "" : bytes.substr(at + note_begins.size(), 20);
}

TEST(FindModule, GivesTheProgramItself) {
  const std::uint32_t number = find_module(address_here());
  ASSERT_NE(number, 0U);
  EXPECT_EQ(std::filesystem::path(module(number).path), std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_LE(module(number).begin, address_here());
  EXPECT_GT(module(number).end, address_here());
}

TEST(FindModule, ReadsTheBuildIdThatStandsInTheFile) {
  const Module& program = module(find_module(address_here()));
  const std::string expected = build_id_in_file();
  ASSERT_EQ(expected.size(), 20U);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(program.build_id), program.build_id_bytes), expected);
}

TEST(FindModule, GivesALibraryByItsPath) {
  const std::uint32_t number = find_module(reinterpret_cast<std::uint64_t>(&getenv));
  ASSERT_NE(number, 0U);
  EXPECT_NE(std::string(module(number).path).find("libc"), std::string::npos);
}

TEST(FindModule, GivesOneNumberForAllAddressesOfAModule) {
  const std::uint32_t number = find_module(address_here());
  EXPECT_EQ(find_module(module(number).begin), number);
  EXPECT_EQ(find_module(module(number).end - 1), number);
  EXPECT_LE(number, module_count());
}

struct Plugin {
  explicit Plugin(const char* name) : handle(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) return;
    address = reinterpret_cast<std::uint64_t>(dlsym(handle, "mpitrace_plugin"));
  }
  void close() const { dlclose(handle); }

  void* handle;
  std::uint64_t address = 0;
};

std::string path_at(std::uint64_t address) {
  const std::uint32_t number = find_module(address);
  return number == 0 ? "" : module(number).path;
}

TEST(FindModule, KnowsALibraryFromAnotherThatLayAtItsPlaceBefore) {
  const Plugin first(MPITRACE_FIRST_PLUGIN);
  ASSERT_NE(first.address, 0U);
  const std::uint32_t first_number = find_module(first.address);
  EXPECT_EQ(path_at(first.address), MPITRACE_FIRST_PLUGIN);
  const std::uint32_t program = find_module(address_here());
  first.close();
  EXPECT_EQ(find_module(first.address), 0U) << "nothing is there now";
  const Plugin second(MPITRACE_SECOND_PLUGIN);
  EXPECT_EQ(path_at(second.address), MPITRACE_SECOND_PLUGIN);
  EXPECT_EQ(second.address, first.address) << "the same place was to be had, or this shows less than it should";
  EXPECT_NE(find_module(second.address), first_number);
  EXPECT_EQ(find_module(address_here()), program);
  EXPECT_STREQ(module(first_number).path, MPITRACE_FIRST_PLUGIN) << "what is recorded already stays true";
  second.close();
  EXPECT_EQ(find_module(second.address), 0U);
}

TEST(FindModule, GivesALibraryThatComesAgainItsNumberAgain) {
  const Plugin first(MPITRACE_FIRST_PLUGIN);
  const std::uint32_t number = find_module(first.address);
  first.close();
  EXPECT_EQ(find_module(first.address), 0U);
  const Plugin again(MPITRACE_FIRST_PLUGIN);
  ASSERT_EQ(again.address, first.address);
  EXPECT_EQ(find_module(again.address), number);
  again.close();
  EXPECT_EQ(find_module(again.address), 0U);
}

TEST(FindModule, GivesNoneForAnAddressThatIsNowhere) {
  const std::uint32_t known = module_count();
  int on_the_stack = 0;
  EXPECT_EQ(find_module(0), 0U);
  EXPECT_EQ(find_module(0x1000), 0U);
  EXPECT_EQ(find_module(reinterpret_cast<std::uint64_t>(&on_the_stack)), 0U);
  EXPECT_EQ(module_count(), known);
}

}  // namespace
}  // namespace mpitrace::record
