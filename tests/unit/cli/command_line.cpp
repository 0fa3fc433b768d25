// SPDX-License-Identifier: BSD-3-Clause
#include "unit/cli/command_line.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/commands.h"
#include "synthetic/writer.h"

namespace mpitrace::tests {

Ran run_command(const std::vector<std::string>& words) {
  CLI::App app;
  app.fallthrough();
  cli::Options options;
  cli::add_options(app, options);
  Ran ran;
  cli::add_merge(app, options, ran.exit_code);
  cli::add_export(app, options, ran.exit_code);
  cli::add_info(app, options, ran.exit_code);
  cli::add_dump(app, options, ran.exit_code);
  std::vector<const char*> argv{"mpitrace"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  app.parse(static_cast<int>(argv.size()), argv.data());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

std::string folder_with(const synthetic::NamedBytes& files) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test.test_suite_name()) + "." + test.name();
  for (char& character : name) character = character == '/' ? '_' : character;
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const auto& [file, bytes] : files) synthetic::write_file(folder / file, bytes);
  return folder;
}

}  // namespace mpitrace::tests
