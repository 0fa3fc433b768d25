// SPDX-License-Identifier: BSD-3-Clause
// What stands in a chunk's body besides its records, read with libprotobuf; the records themselves are only found, not
// decoded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/process.h"
#include "read/records.h"
#include "read/wire.h"

namespace mpitrace::read {

struct FunctionDefinition {
  std::uint32_t id = 0;
  model::Function function;
};
struct ModuleDefinition {
  std::uint32_t id = 0;
  model::Module module;
};
struct ContextDefinition {
  std::uint32_t id = 0;
  std::uint32_t function = 0;
  std::uint32_t module = 0;
  std::uint64_t offset = 0;
};

struct ChunkContents {
  std::vector<Bytes> records;  // in the chunk's own bytes
  std::vector<FunctionDefinition> functions;
  std::vector<ModuleDefinition> modules;
  std::vector<ContextDefinition> contexts;
  std::vector<model::LocalCommunicator> communicators;
  std::vector<std::pair<std::uint32_t, std::string>> communicator_names;
  std::vector<model::LocalWindow> windows;
  std::vector<std::pair<std::uint32_t, std::string>> window_names;
  std::vector<model::LocalFile> files;
  std::map<std::uint64_t, std::string> region_names;
  std::vector<model::ClockSample> clock_samples;
  std::optional<std::pair<std::uint32_t, std::string>> thread;  // os id, name
  std::optional<model::EndReason> end;
};

// False if the body is torn or says impossible things.
[[nodiscard]] bool read_chunk(Bytes body, ChunkContents& contents);

// A process's functions, modules and call sites, numbered in the order in which they were learnt; chunks repeat them
// under numbers of their own.
class Sites {
 public:
  void learn(const ChunkContents& contents);
  // What the chunk's contexts stand for. Everything must have been learnt.
  std::vector<ContextUse> uses(const ChunkContents& contents) const;

  const std::vector<model::Function>& functions() const { return functions_; }
  const std::vector<model::Module>& modules() const { return modules_; }
  const std::vector<model::Site>& sites() const { return sites_; }

 private:
  // A chunk's numbers -> ours.
  struct Numbers {
    std::map<std::uint32_t, std::uint32_t> functions;
    std::map<std::uint32_t, std::uint32_t> modules;
  };
  using SiteKey = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;

  Numbers numbers(const ChunkContents& contents) const;
  static SiteKey key(const Numbers& numbers, const ContextDefinition& context);

  std::vector<model::Function> functions_{{"unknown", model::Group::kUnknown, model::Kind::kPlain}};
  std::vector<model::Module> modules_;
  std::vector<model::Site> sites_;
  std::map<std::string, std::uint32_t, std::less<>> function_numbers_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> module_numbers_;
  std::map<SiteKey, std::uint32_t> site_numbers_;
};

}  // namespace mpitrace::read
