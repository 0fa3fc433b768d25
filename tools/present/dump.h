// SPDX-License-Identifier: BSD-3-Clause
// A process's records as plain text, one a line, for eyes and for tests: "rank thread Function key=value ...". Says the
// same for the same program every time as long as times are not asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/communicator.h"
#include "model/process.h"
#include "present/text.h"

namespace mpitrace::present {

struct DumpOptions {
  bool has_times = false;
  bool has_sites = false;
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;
};

class Dump {
 public:
  Dump(const model::Run& run, const model::Communicators& communicators, const std::vector<model::SiteName>& sites,
       std::size_t process, const DumpOptions& options);

  void record(std::uint32_t thread, const model::Record& record);
  // " comm=world peer=1 ...": only the arguments.
  std::string arguments(const model::Record& record);
  // Modules, call sites, communicators, windows, files and what was measured of other clocks.
  void definitions();

  Text& lines() { return lines_; }

 private:
  friend struct PlainArguments;
  void begin(std::uint32_t thread, std::string_view what);
  void end(const model::Record& record);
  void call(std::uint32_t thread, const model::Record& record);
  void put_arguments(const model::Record& record);
  void polls(std::uint32_t thread, const model::Record& record);
  void requests(const model::Record& record);
  void row(std::string_view key, const model::Record& record);
  void entries(std::string_view key, const model::Record& record);
  const std::string& function(std::uint32_t site) const {
    return process_.functions[process_.sites[site].function].name;
  }

  const model::Communicators& communicators_;
  const std::vector<model::SiteName>& sites_;
  const model::Process& process_;
  std::size_t index_;
  DumpOptions options_;
  Text lines_;
};

}  // namespace mpitrace::present
