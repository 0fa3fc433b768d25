// SPDX-License-Identifier: BSD-3-Clause
// mpitrace COMMAND ...: the command line. Results go to stdout, everything else to stderr.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/session.h"

int main(int argc, char** argv) {
  using namespace mpitrace::cli;
  CLI::App app{"mpitrace: records what MPI programs do, and shows it."};
  app.name("mpitrace");
  app.set_version_flag("--version", "mpitrace " MPITRACE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  Options options;
  add_options(app, options);
  int exit_code = kWell;
  add_run(app, options, exit_code);
  add_merge(app, options, exit_code);
  add_info(app, options, exit_code);
  add_dump(app, options, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // also --help and --version, which are no errors
    const int code = app.exit(error);
    return code == 0 ? kWell : kUnusable;
  }
  return exit_code;
}
