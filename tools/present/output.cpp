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
  if (output.is_packed_) output.append(GzipFrame::head());
  return output;
}

Output::Output(Output&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::move(other.part_path_)),
      is_packed_(other.is_packed_),
      frame_(other.frame_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      failure_(std::move(other.failure_)) {}

Output::~Output() {
  if (descriptor_ <= STDERR_FILENO) return;
  ::close(descriptor_);
  if (!part_path_.empty())
    ::unlink(part_path_.c_str());  // what is not whole gets no name, and takes no room on a full disk
}

void Output::put(std::uint64_t number, Text& text) {
  Block block;
  if (is_packed_ && text.size() > 0) {
    block.packed = pack(text.view());
    text.clear();
  } else {
    block.text = std::move(text);
  }
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return number < next_ + kFarthestAhead; });
  if (!is_packed_ && !empty_.empty()) {
    text = std::move(empty_.back());
    empty_.pop_back();
  }
  ready_.emplace(number, std::move(block));
  write_ready(lock);
}

// A block's place is known once those before it are ready; then it can be written while they are.
void Output::write_ready(std::unique_lock<std::mutex>& lock) {
  while (!is_writing_ && !ready_.empty() && ready_.begin()->first == next_) {
    Block block = std::move(ready_.begin()->second);
    ready_.erase(ready_.begin());
    const std::uint64_t offset = size_;
    size_ += block.bytes().size();
    frame_.add(block.packed);
    ++next_;
    moved_.notify_all();
    is_writing_ = part_path_.empty();
    lock.unlock();
    write(block.bytes(), offset);
    lock.lock();
    is_writing_ = false;
    block.text.clear();
    empty_.push_back(std::move(block.text));
  }
}

void Output::write(std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t count = part_path_.empty()
                              ? ::write(descriptor_, bytes.data(), bytes.size())
                              : ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("write failed at byte " + std::to_string(offset) + ": " + std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

void Output::append(std::string_view bytes) {
  write(bytes, size_);
  size_ += bytes.size();
}

void Output::fail(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = std::move(reason);
}

bool Output::has_failed() {
  const std::lock_guard lock(mutex_);
  return !failure_.empty();
}

model::Result<std::uint64_t> Output::close() {
  const std::string& name = part_path_.empty() ? path_ : part_path_;
  if (is_packed_) append(frame_.tail());
  if (!failure_.empty()) return model::Error{name + ": " + failure_};
  if (path_ == "-") return size_;
  if (::close(std::exchange(descriptor_, -1)) != 0)
    return model::Error{name + ": write failed: " + std::strerror(errno)};
  if (!part_path_.empty() && std::rename(part_path_.c_str(), path_.c_str()) != 0)
    return model::Error{path_ + ": cannot be named so: " + std::strerror(errno)};
  return size_;
}

}  // namespace mpitrace::present
