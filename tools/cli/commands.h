// SPDX-License-Identifier: BSD-3-Clause
// The subcommands. Each adds itself with its own options to the command line and, when it was the one that was asked
// for, runs and says the exit code.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace mpitrace::cli {

void add_run(CLI::App& app, const Options& options, int& exit_code);
void add_merge(CLI::App& app, const Options& options, int& exit_code);
void add_export(CLI::App& app, const Options& options, int& exit_code);
void add_info(CLI::App& app, const Options& options, int& exit_code);
void add_dump(CLI::App& app, const Options& options, int& exit_code);

}  // namespace mpitrace::cli
