// SPDX-License-Identifier: BSD-3-Clause
// A folder for one test. Takes nothing; gives its path, and removes it with all that lies in it.
#pragma once

#include <string>

namespace mpitrace::tests {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string in(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// The bytes of a file; empty when there is none.
std::string content_of(const std::string& path);

}  // namespace mpitrace::tests
