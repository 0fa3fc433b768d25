// SPDX-License-Identifier: BSD-3-Clause
// A file's bytes, mapped. Pages are private: what a reader mends in a live slot never reaches the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/result.h"

namespace mpitrace::read {

class MappedFile {
 public:
  static model::Result<MappedFile> open(const std::string& path);
  // Takes bytes that never were a file, for tests.
  static MappedFile from_bytes(std::string path, std::vector<std::uint8_t> bytes);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  const std::string& path() const { return path_; }
  std::span<std::uint8_t> bytes() const { return {data_, size_}; }
  // These bytes of ours were read and are not needed soon: lets go of their pages, so that a run larger than the memory
  // can be read. What was written to them is lost.
  void forget(std::span<const std::uint8_t> bytes) const;

 private:
  MappedFile() = default;

  std::string path_;
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> owned_;  // instead of a mapping
};

}  // namespace mpitrace::read
