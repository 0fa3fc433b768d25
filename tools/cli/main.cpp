// SPDX-License-Identifier: BSD-3-Clause
// mpitrace COMMAND ...: the command line. Results go to stdout, everything else to stderr.
#include <fcntl.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/session.h"

namespace {

// The program after `run` begins with the first word that is no option of ours; a "--" before it says no more than
// that, but the parser would take it as the end of its own words.
std::vector<const char*> without_separator(int argc, char** argv) {
  std::vector<const char*> words(argv, argv + argc);
  const auto is = [](std::string_view wanted) { return [wanted](const char* word) { return word == wanted; }; };
  const auto run = std::find_if(words.begin(), words.end(), is("run"));
  const auto separator = std::find_if(run, words.end(), is("--"));
  if (separator != words.end()) words.erase(separator);
  return words;
}

// Where the caller closed a standard stream, a file of ours must not get its number. What is written there fails as
// before.
void fill_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

int fail_to_print() {
  std::fputs("mpitrace: the output cannot be written whole\n", stderr);
  return mpitrace::cli::kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace mpitrace::cli;
  fill_standard_streams();
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
  add_export(app, options, exit_code);
  add_info(app, options, exit_code);
  add_dump(app, options, exit_code);
  const std::vector<const char*> words = without_separator(argc, argv);
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ParseError& error) {  // also --help and --version, which are no errors
    const int code = app.exit(error);
    return code == 0 ? kWell : kUnusable;
  } catch (const std::system_error&) {  // of fmt's print, where stdout takes no more
    return fail_to_print();
  }
  // A disk that is full is often told only now; a reader who has left (| head) has what he wants.
  if (std::fflush(stdout) != 0 && errno != EPIPE) return fail_to_print();
  return exit_code;
}
