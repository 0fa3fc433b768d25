// SPDX-License-Identifier: BSD-3-Clause
#include "read/run_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace mpitrace::read {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "profile_";

bool is_profile(const std::string& name) {
  return name.starts_with(kPrefix) &&
         (name.ends_with(".out") || name.ends_with(".out.part") || name.ends_with(".out.live"));
}

model::Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::string run_inside;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (is_profile(name)) files.push_back(entry->path().string());
    if (name.starts_with("mpitrace-") && entry->is_directory(error)) run_inside = std::max(run_inside, name);
  }
  if (error) return model::Error{folder + ": cannot be read: " + error.message()};
  if (!files.empty()) return files;
  if (!run_inside.empty())
    return model::Error{folder + ": holds no profile_*.out itself; did you mean " + folder + "/" + run_inside + "?"};
  return model::Error{folder +
                      ": holds no profile_*.out (no rank was recorded: was LD_PRELOAD passed on to the ranks? "
                      "`mpitrace run -- mpirun ...` does that)"};
}

}  // namespace

model::Result<std::vector<std::string>> find_run_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
      return model::Error{path +
                          ": no such file or folder (a run is a folder with profile_*.out in it, or such files)"};
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    auto found = files_in(path);
    if (!found) return found.error();
    files.insert(files.end(), found->begin(), found->end());
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

bool is_log_of_living_process(const std::string& path) {
  return path.ends_with(".part");
}

bool is_live_file(const std::string& path) {
  return path.ends_with(".live");
}

std::string name_of_live_file(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (is_log_of_living_process(name) || is_live_file(name)) name.resize(name.size() - std::string_view(".part").size());
  return name + ".live";
}

std::int32_t rank_in_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  std::int32_t rank = -1;
  if (name.starts_with(kPrefix)) std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), rank);
  return rank;
}

}  // namespace mpitrace::read
