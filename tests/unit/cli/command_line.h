// SPDX-License-Identifier: BSD-3-Clause
// A subcommand as the user starts it, inside the test's own process. Takes words; gives what it wrote and its exit
// code.
#pragma once

#include <string>
#include <vector>

#include "synthetic/opened.h"

namespace mpitrace::tests {

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

Ran run_command(const std::vector<std::string>& words);

// A folder with these files and nothing else, under the test's own name; gives its path.
std::string folder_with(const synthetic::NamedBytes& files);

}  // namespace mpitrace::tests
