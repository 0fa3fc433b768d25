// SPDX-License-Identifier: BSD-3-Clause
#include "read/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace mpitrace::read {

model::Result<MappedFile> MappedFile::open(const std::string& path) {
  const auto failed = [&](const char* what) {
    return model::Error{path + ": cannot be " + what + ": " + std::strerror(errno)};
  };
  // A pipe would wait for its writer, a device may do anything.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return failed("opened");
  MappedFile file;
  file.path_ = path;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const auto error = failed("examined");
    ::close(descriptor);
    return error;
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return model::Error{path + ": is not a regular file"};
  }
  file.size_ = static_cast<std::size_t>(status.st_size);
  if (file.size_ > 0) {
    void* mapped = ::mmap(nullptr, file.size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
    if (mapped == MAP_FAILED) {
      const auto error = failed("mapped");
      ::close(descriptor);
      return error;
    }
    file.data_ = static_cast<std::uint8_t*>(mapped);
  }
  ::close(descriptor);
  return file;
}

MappedFile MappedFile::from_bytes(std::string path, std::vector<std::uint8_t> bytes) {
  MappedFile file;
  file.path_ = std::move(path);
  file.owned_ = std::move(bytes);
  file.data_ = file.owned_.data();
  file.size_ = file.owned_.size();
  return file;
}

void MappedFile::forget(std::span<const std::uint8_t> bytes) const {
  if (!owned_.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(bytes.data() - data_);
  const std::size_t begin = (offset + page - 1) / page * page;
  const std::size_t end = (offset + bytes.size()) / page * page;
  if (begin < end) ::madvise(data_ + begin, end - begin, MADV_DONTNEED);
}

MappedFile::MappedFile(MappedFile&& other) noexcept {
  *this = std::move(other);
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(owned_, other.owned_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr && owned_.empty()) ::munmap(data_, size_);
}

}  // namespace mpitrace::read
