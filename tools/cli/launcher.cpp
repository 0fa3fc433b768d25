// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launcher.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace mpitrace::cli {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Launcher known_by(std::string_view text) {
  for (const std::string_view word : {"openmpi", "open-mpi", "Open MPI", "OpenRTE", "orterun", "prterun", "prte"}) {
    if (has(text, word)) return Launcher::kOpenMpi;
  }
  for (const std::string_view word : {"hydra", "HYDRA", "mpich", "Intel(R) MPI", "MVAPICH"}) {
    if (has(text, word)) return Launcher::kHydra;
  }
  return Launcher::kNone;
}

// In quotes for the shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char character : text) out += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return out + "'";
}

std::string version_text(const std::string& program) {
  const std::string command = quoted(program) + " --version 2>/dev/null </dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::array<char, 4096> text{};
  const std::size_t count = pipe ? std::fread(text.data(), 1, text.size(), pipe.get()) : 0;
  return {text.data(), count};
}

void insert_after_program(std::vector<std::string>& command, const std::vector<std::string>& words) {
  command.insert(command.begin() + 1, words.begin(), words.end());
}

}  // namespace

Launcher launcher_of(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  if (name == "srun") return Launcher::kSrun;
  if (name == "orterun" || name == "prterun") return Launcher::kOpenMpi;
  // Debian's way to tell several MPIs apart: mpirun.openmpi. A program may be called app.openmpi, and is none of these.
  const std::string stem = name.substr(0, name.find('.'));
  if (stem != "mpirun" && stem != "mpiexec" && stem != "mpirun_rsh" && stem != "prun") return Launcher::kNone;
  const Launcher by_name = known_by(name);
  return by_name != Launcher::kNone ? by_name : known_by(version_text(program));
}

Launch with_variables(Launcher launcher, std::vector<std::string> command, const Variables& variables,
                      const std::vector<std::string>& forwarded) {
  std::vector<std::string> words;
  std::string exported = "--export=ALL";
  for (const auto& [name, value] : variables) {
    const std::string pair = name + "=" + value;
    if (launcher == Launcher::kOpenMpi) words.insert(words.end(), {"-x", pair});
    if (launcher == Launcher::kHydra) words.insert(words.end(), {"-genv", name, value});
    exported += "," + pair;
  }
  if (launcher == Launcher::kOpenMpi) {
    for (const std::string& name : forwarded) words.insert(words.end(), {"-x", name});
  }
  const bool has_own_export =
      std::any_of(command.begin(), command.end(), [](const std::string& word) { return word.starts_with("--export"); });
  if (launcher == Launcher::kSrun && !has_own_export) words.push_back(exported);
  insert_after_program(command, words);
  return {std::move(command), words.empty() ? variables : Variables{}};
}

}  // namespace mpitrace::cli
