// SPDX-License-Identifier: BSD-3-Clause
#include "unit/store/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace mpitrace::tests {

TemporaryFolder::TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "mpitrace-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

}  // namespace mpitrace::tests
