// SPDX-License-Identifier: BSD-3-Clause
// synthetic_run --ranks N --calls M --out DIR: a run of known truth, which is printed as JSON.
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <string>

#include "synthetic/patterns.h"

int main(int argc, char** argv) {
  CLI::App app{"Writes a run of known truth in mpitrace's file format."};
  std::uint32_t ranks = 2;
  std::uint64_t calls = 10'000;
  std::string folder;
  app.add_option("--ranks", ranks, "ranks of the run")->check(CLI::Range(1U, 65'536U));
  app.add_option("--calls", calls, "about so many calls of each rank");
  app.add_option("--out", folder, "folder for profile_<rank>.out")->required();
  CLI11_PARSE(app, argc, argv);
  const auto truth = mpitrace::synthetic::write_pattern_run(folder, ranks, calls);
  fmt::print("{{\"ranks\":{},\"calls\":{},\"messages\":{}}}\n", ranks, truth.calls, truth.messages);
}
