// SPDX-License-Identifier: BSD-3-Clause
// A file that is not whole yet: a signal that ends the process takes it away. Takes a path; never removes it otherwise.
#pragma once

#include <string>

namespace mpitrace::present {

class PartFile {
 public:
  PartFile() = default;
  explicit PartFile(const std::string& path);
  PartFile(PartFile&& other) noexcept;
  PartFile& operator=(PartFile&& other) noexcept;
  ~PartFile();

 private:
  int slot_ = -1;  // where the handler finds the path; -1: nowhere
};

}  // namespace mpitrace::present
