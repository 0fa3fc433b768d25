// SPDX-License-Identifier: BSD-3-Clause
// Call sites -> file:line and function, from the debug information of the modules where they lie now. A module that is
// another than at the time of the run (by its build-id) is not asked: wrong lines are worse than none. Never asks the
// network.
#pragma once

#include <string>
#include <vector>

#include "model/process.h"

namespace mpitrace::read {

struct NamedSites {
  model::SiteNames names;
  std::vector<std::string> changed_modules;  // paths where another binary lies now
};

// Names every site of every process; the same module and offset is looked up once.
NamedSites name_sites(const model::Run& run);

}  // namespace mpitrace::read
