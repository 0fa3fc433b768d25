// SPDX-License-Identifier: BSD-3-Clause
// mpitrace run -- COMMAND...: starts a program with the recorder in its ranks, and says where the record lies.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

#include "cli/commands.h"
#include "cli/launcher.h"
#include "cli/session.h"
#include "read/run_files.h"

extern char** environ;

namespace mpitrace::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libmpitrace.so";
constexpr int kCannotStart = 127;

struct RunArguments {
  std::string folder;
};

// Beside the executable: bin/../lib in a build and in an installation.
model::Result<std::string> find_library() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path prefix = program.parent_path().parent_path();
  std::string tried;
  for (const fs::path& folder :
       {prefix / "lib", prefix / "lib64", prefix / "lib" / "x86_64-linux-gnu", prefix / "lib" / "mpitrace"}) {
    const fs::path library = folder / kLibrary;
    if (fs::exists(library, error)) return library.string();
    tried += (tried.empty() ? "" : ", ") + folder.string();
  }
  return model::Error{std::string(kLibrary) + ": not found in " + tried +
                      " (it belongs into lib beside the mpitrace command's bin)"};
}

std::vector<std::string> settings_in_environment() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with("MPITRACE_")) names.emplace_back(variable.substr(0, variable.find('=')));
  }
  return names;
}

std::set<std::string> run_folders() {
  std::set<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator entry(".", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("mpitrace-") && entry->is_directory(error)) folders.insert(name);
  }
  return folders;
}

// Signals of the terminal reach the launcher by itself; one that was sent to us alone must be passed on.
volatile pid_t g_child = 0;

void pass_on(int signal, siginfo_t* info, void*) {
  const bool is_of_terminal = (signal == SIGINT || signal == SIGQUIT) && info->si_code > 0;
  if (g_child > 0 && !is_of_terminal) ::kill(g_child, signal);
}

int start_and_wait(const Launch& launch) {
  std::vector<char*> words;
  for (const std::string& word : launch.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return -1;
  if (child == 0) {
    for (const auto& [name, value] : launch.environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execvp(words[0], words.data());
    fmt::print(stderr, "mpitrace: {}: cannot be started: {}\n", words[0], std::strerror(errno));
    ::_exit(kCannotStart);
  }
  g_child = child;
  struct sigaction action {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// The recorder says where it wrote, unless it was told to be silent; that nothing was written nobody else says.
void say_where(const std::string& folder, const Options& options) {
  const auto files = read::find_run_files({folder});
  if (folder.empty() || !files) {
    note(options,
         "no rank was recorded here (no MPI call was seen, or the ranks ran in another folder: -o DIR names one)");
    return;
  }
  const auto left_open = std::count_if(files->begin(), files->end(), read::is_log_of_living_process);
  if (left_open > 0)
    note(options, fmt::format("{} of the ranks died, or ended inside a call; in which one says: mpitrace info {}",
                              left_open, folder));
  const char* summary = std::getenv("MPITRACE_SUMMARY");
  if (summary == nullptr || std::string_view(summary) != "0") return;
  note(options, "the record lies in " + folder);
  note(options, "next: mpitrace merge " + folder);
}

// Ends as the launcher ended, by the same signal if it was one.
int end_like(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

int run(const RunArguments& arguments, std::vector<std::string> command, const Options& options) {
  if (command.empty()) return fail(options, {"run: no program was given (such as: mpitrace run -- mpirun -n 4 ./app)"});
  const auto library = find_library();
  if (!library) return fail(options, library.error());
  const char* preloaded = std::getenv("LD_PRELOAD");
  Variables variables{
      {"LD_PRELOAD", *library + (preloaded != nullptr && *preloaded != '\0' ? ":" + std::string(preloaded) : "")}};
  std::vector<std::string> forwarded = settings_in_environment();
  if (!arguments.folder.empty()) {
    variables.emplace_back("MPITRACE_DIR", fs::absolute(arguments.folder).lexically_normal().string());
    std::erase(forwarded, "MPITRACE_DIR");
  }
  const char* set_folder = std::getenv("MPITRACE_DIR");
  std::string folder = !arguments.folder.empty() ? arguments.folder : set_folder != nullptr ? set_folder : "";
  const bool is_named = !folder.empty();
  const std::set<std::string> before = run_folders();
  const Launcher launcher = launcher_of(command.front());
  const int status = start_and_wait(with_variables(launcher, std::move(command), variables, forwarded));
  if (status < 0) return fail(options, {"run: no process could be started: " + std::string(std::strerror(errno))});
  for (const std::string& name : run_folders()) {
    if (!is_named && before.count(name) == 0) folder = name;
  }
  say_where(folder, options);
  return end_like(status);
}

}  // namespace

void add_run(CLI::App& app, const Options& options, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "start a program with the recorder in its ranks");
  const auto arguments = std::make_shared<RunArguments>();
  command->add_option("-o,--output", arguments->folder, "folder for the record (default: the recorder names one)");
  command->prefix_command();  // what follows the first word that is no option of ours belongs to the program
  command->fallthrough(false);
  command->footer("Example: mpitrace run -- mpirun -n 4 ./app");
  command->callback(
      [arguments, command, &options, &exit_code] { exit_code = run(*arguments, command->remaining(), options); });
}

}  // namespace mpitrace::cli
