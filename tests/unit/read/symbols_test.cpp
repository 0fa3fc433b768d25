// SPDX-License-Identifier: BSD-3-Clause
#include "read/symbols.h"

#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

namespace mpitrace::read {
namespace {

// A module's load address and GNU build-id, as a recorder notes them.
struct Loaded {
  std::uintptr_t base = 0;
  std::string build_id;
};

int look_at_first(dl_phdr_info* info, std::size_t, void* result) {
  auto& loaded = *static_cast<Loaded*>(result);
  loaded.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const char*>(loaded.base + header.p_vaddr);
    const auto* end = at + header.p_memsz;
    while (at < end) {
      const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* name = at + sizeof *note;
      const char* content = name + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID) loaded.build_id.assign(content, note->n_descsz);
      at = content + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return 1;  // the program itself comes first
}

[[gnu::noinline]] std::uintptr_t return_address() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

struct Call {
  std::uintptr_t address;
  int line;
};

[[gnu::noinline]] Call call_from_here() {
  const Call call{return_address(), __LINE__};
  return call;
}

model::Run run_with(std::uint64_t offset, std::string build_id) {
  char path[4096] = "";
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  model::Run run;
  model::Process& process = run.processes.emplace_back();
  process.modules.push_back({std::string(path, static_cast<std::size_t>(length)), std::move(build_id)});
  process.sites.push_back({0, 0, offset});
  process.sites.push_back({0, model::kNoModule, 0x1234});
  return run;
}

TEST(NameSites, FindsTheLineAndTheFunctionOfACall) {
  Loaded program;
  dl_iterate_phdr(look_at_first, &program);
  const Call call = call_from_here();
  const NamedSites named = name_sites(run_with(call.address - program.base, program.build_id));
  EXPECT_EQ(named.names[0][0].place, "symbols_test.cpp:" + std::to_string(call.line));
  EXPECT_NE(named.names[0][0].function.find("call_from_here"), std::string::npos);
  EXPECT_TRUE(named.changed_modules.empty());
}

TEST(NameSites, DoesNotAskABinaryThatHasChanged) {
  const model::Run run = run_with(0x5678, "the build-id of another day");
  const NamedSites named = name_sites(run);
  EXPECT_EQ(named.names[0][0].place, "tools_tests+0x5678");
  EXPECT_EQ(named.changed_modules, (std::vector<std::string>{run.processes[0].modules[0].path}));
}

TEST(NameSites, GivesTheAddressOfWhatLiesInNoModule) {
  EXPECT_EQ(name_sites(run_with(0x5678, "")).names[0][1].place, "0x1234");
}

}  // namespace
}  // namespace mpitrace::read
