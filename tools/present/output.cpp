// SPDX-License-Identifier: BSD-3-Clause
#include "present/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace mpitrace::present {
namespace {

constexpr std::uint64_t kFarthestAhead = 64;  // blocks that may wait for one that takes long

}  // namespace

model::Result<Output> Output::create(const std::string& path) {
  Output output;
  output.path_ = path;
  output.is_packed_ = path.ends_with(".gz");
  if (path == "-") {
    output.descriptor_ = STDOUT_FILENO;
    return output;
  }
  // A device or a pipe is written as it is: a rename would put a file in its place.
  struct stat status {};
  const bool is_special = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  if (!is_special) output.part_path_ = path + ".part";
  const std::string& name = is_special ? output.path_ : output.part_path_;
  output.descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output.descriptor_ < 0) return model::Error{name + ": cannot be written: " + std::strerror(errno)};
  if (output.is_packed_) output.write(GzipFrame::head());
  return output;
}

Output::Output(Output&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::move(other.part_path_)),
      is_packed_(other.is_packed_),
      frame_(other.frame_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_),
      failure_(std::move(other.failure_)) {}

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

void Output::put(std::uint64_t number, std::string_view bytes) {
  PackedBlock block;
  if (is_packed_ && !bytes.empty()) {
    block = pack(bytes);
    bytes = block.bytes;
  }
  std::unique_lock lock(mutex_);
  if (number != next_) {
    moved_.wait(lock, [&] { return number < next_ + kFarthestAhead; });
  }
  if (number != next_) {
    if (!is_packed_) block.bytes = bytes;
    ready_.emplace(number, std::move(block));
    return;
  }
  frame_.add(block);
  write(bytes);
  ++next_;
  for (auto ready = ready_.begin(); ready != ready_.end() && ready->first == next_; ready = ready_.erase(ready)) {
    frame_.add(ready->second);
    write(ready->second.bytes);
    ++next_;
  }
  moved_.notify_all();
}

void Output::write(std::string_view bytes) {
  while (!bytes.empty() && failure_.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      failure_ = std::strerror(errno);
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
    written_ += static_cast<std::uint64_t>(count);
  }
}

bool Output::has_failed() {
  const std::lock_guard lock(mutex_);
  return !failure_.empty();
}

model::Result<std::uint64_t> Output::close() {
  const std::string& name = part_path_.empty() ? path_ : part_path_;
  if (is_packed_) write(frame_.tail());
  if (!failure_.empty()) return model::Error{name + ": write failed at byte " + std::to_string(written_) + ": " + failure_};
  if (path_ == "-") return written_;
  if (::close(std::exchange(descriptor_, -1)) != 0) return model::Error{name + ": write failed: " + std::strerror(errno)};
  if (!part_path_.empty() && std::rename(part_path_.c_str(), path_.c_str()) != 0)
    return model::Error{path_ + ": cannot be named so: " + std::strerror(errno)};
  return written_;
}

}  // namespace mpitrace::present
