// SPDX-License-Identifier: BSD-3-Clause
#include "read/symbols.h"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace mpitrace::read {
namespace {

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? plain.get() : name;
}

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// One module's debug information, as it lies on disk now.
class ModuleSymbols {
 public:
  explicit ModuleSymbols(const model::Module& module) : path_(module.path), dwfl_(nullptr, dwfl_end) {
    static const Dwfl_Callbacks kCallbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                              dwfl_offline_section_address, nullptr};
    struct stat status {};
    if (::stat(module.path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;  // it may be a pipe by now
    if (::access(module.path.c_str(), R_OK) != 0) return;
    dwfl_.reset(dwfl_begin(&kCallbacks));
    if (!dwfl_) return;
    Dwfl_Module* found = dwfl_report_offline(dwfl_.get(), "", module.path.c_str(), -1);
    dwfl_report_end(dwfl_.get(), nullptr, nullptr);
    if (found == nullptr || dwfl_module_getelf(found, &bias_) == nullptr) return;
    const unsigned char* build_id = nullptr;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(found, &build_id, &address);
    const std::string_view now(reinterpret_cast<const char*>(build_id), size > 0 ? static_cast<std::size_t>(size) : 0);
    has_changed_ = !module.build_id.empty() && now != module.build_id;
    if (!has_changed_) module_ = found;
  }

  bool has_changed() const { return has_changed_; }

  model::SiteName name(std::uint64_t offset) const {
    model::SiteName name{base_name(path_) + "+" + hex(offset), ""};
    if (module_ == nullptr || offset == 0) return name;
    const Dwarf_Addr address = bias_ + offset - 1;  // the return address may be the next line's, or the next function's
    if (const char* function = dwfl_module_addrname(module_, address)) name.function = demangled(function);
    Dwfl_Line* line = dwfl_module_getsrc(module_, address);
    int number = 0;
    const char* file = line != nullptr ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
    if (file != nullptr && number > 0) name.place = base_name(file) + ":" + std::to_string(number);
    return name;
  }

 private:
  std::string path_;
  std::unique_ptr<Dwfl, void (*)(Dwfl*)> dwfl_;
  Dwfl_Module* module_ = nullptr;
  Dwarf_Addr bias_ = 0;
  bool has_changed_ = false;
};

class Namer {
 public:
  model::SiteName name(const model::Module* module, std::uint64_t offset) {
    if (module == nullptr) return {hex(offset), ""};
    const Key key{module->path, module->build_id};
    auto symbols = modules_.find(key);
    if (symbols == modules_.end()) symbols = modules_.emplace(key, std::make_unique<ModuleSymbols>(*module)).first;
    auto [known, is_new] = names_.try_emplace({key, offset});
    if (is_new) known->second = symbols->second->name(offset);
    return known->second;
  }
  std::vector<std::string> changed() const {
    std::vector<std::string> paths;
    for (const auto& [key, symbols] : modules_) {
      if (symbols->has_changed()) paths.push_back(key.first);
    }
    return paths;
  }

 private:
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::unique_ptr<ModuleSymbols>> modules_;
  std::map<std::pair<Key, std::uint64_t>, model::SiteName> names_;
};

}  // namespace

NamedSites name_sites(const model::Run& run) {
  // libdw would ask a server for what it does not find here.
  ::unsetenv("DEBUGINFOD_URLS");
  Namer namer;
  NamedSites named;
  for (const model::Process& process : run.processes) {
    std::vector<model::SiteName>& names = named.names.emplace_back();
    for (const model::Site& site : process.sites)
      names.push_back(
          namer.name(site.module == model::kNoModule ? nullptr : &process.modules[site.module], site.offset));
  }
  named.changed_modules = namer.changed();
  return named;
}

}  // namespace mpitrace::read
