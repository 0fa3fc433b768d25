// SPDX-License-Identifier: BSD-3-Clause
// A user's launch command -> the same command with the recorder preloaded into the ranks, and into the ranks only where
// the launcher has a way to say so.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mpitrace::cli {

enum class Launcher { kNone, kOpenMpi, kHydra, kSrun };

using Variables = std::vector<std::pair<std::string, std::string>>;

struct Launch {
  std::vector<std::string> command;
  Variables environment;  // set in the started process itself
};

// By its name, and where that is said for several (mpirun, mpiexec), by what `--version` prints.
Launcher launcher_of(const std::string& program);
// `variables` reach the ranks. `forwarded` are set already and are to reach ranks on other machines, too.
Launch with_variables(Launcher launcher, std::vector<std::string> command, const Variables& variables,
                      const std::vector<std::string>& forwarded);

}  // namespace mpitrace::cli
