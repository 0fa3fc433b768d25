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

constexpr std::uint64_t kMostReady = 16U << 20U;  // bytes that may wait for a block that takes long, or for the disk

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
  if (!is_special) output.part_file_ = PartFile(name);
  output.descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output.descriptor_ < 0) return model::Error{name + ": cannot be written: " + std::strerror(errno)};
  if (output.is_packed_) output.append(GzipFrame::head());
  return output;
}

Output::Output(Output&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::move(other.part_path_)),
      part_file_(std::move(other.part_file_)),
      is_packed_(other.is_packed_),
      frame_(other.frame_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      failure_(std::move(other.failure_)) {}

Output::~Output() {
  stop();
  if (descriptor_ <= STDERR_FILENO) return;
  ::close(descriptor_);
  if (!part_path_.empty())
    ::unlink(part_path_.c_str());  // what is not whole gets no name, and takes no room on a full disk
}

void Output::put(std::uint64_t number, Text& text) {
  Block block;
  if (is_packed_ && text.size() > 0) {
    block.packed = pack(text.view());
    Text::reuse(std::move(text));
  } else {
    block.text = std::move(text);
  }
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return number == next_ || ready_bytes_ < kMostReady; });
  if (!empty_.empty()) {
    Text::reuse(std::move(empty_.back()));
    empty_.pop_back();
  }
  ready_bytes_ += block.bytes().size();
  ready_.emplace(number, std::move(block));
  if (std::this_thread::get_id() != creator_ && !writer_.joinable()) writer_ = std::thread([this] { serve(); });
  if (writer_.joinable()) {
    moved_.notify_all();
  } else {
    write_ready(lock);
  }
}

void Output::write_ready(std::unique_lock<std::mutex>& lock) {
  while (!is_writing_ && has_next()) {
    Block block = std::move(ready_.begin()->second);
    ready_.erase(ready_.begin());
    frame_.add(block.packed);
    ++next_;
    is_writing_ = true;
    const bool has_failed = !failure_.empty();
    lock.unlock();
    if (!has_failed) append(block.bytes());
    lock.lock();
    is_writing_ = false;
    ready_bytes_ -= block.bytes().size();
    moved_.notify_all();
    if (!is_packed_) empty_.push_back(std::move(block.text));
  }
}

// The writer. File systems let one thread at a time write to a file: workers that wrote would wait for each other, and
// those that wait for the last of a slice would wait for the disk, too.
void Output::serve() {
  std::unique_lock lock(mutex_);
  while (!is_closing_ || has_next()) {
    write_ready(lock);
    moved_.wait(lock, [this] { return (has_next() && !is_writing_) || is_closing_; });
  }
}

void Output::stop() {
  if (!writer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  moved_.notify_all();
  writer_.join();
}

void Output::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("write failed at byte " + std::to_string(size_) + ": " + std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(count));
    size_ += static_cast<std::uint64_t>(count);
  }
}

void Output::fail(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = std::move(reason);
}

bool Output::has_failed() {
  const std::lock_guard lock(mutex_);
  return !failure_.empty();
}

model::Result<model::Nothing> Output::finish() {
  stop();
  const std::string& name = part_path_.empty() ? path_ : part_path_;
  if (is_packed_ && !std::exchange(is_finished_, true)) append(frame_.tail());
  if (!failure_.empty()) return model::Error{name + ": " + failure_};
  return model::Nothing{};
}

model::Result<std::uint64_t> Output::close() {
  if (const auto finished = finish(); !finished) return finished.error();
  const std::string& name = part_path_.empty() ? path_ : part_path_;
  if (path_ == "-") return size_;
  if (::close(std::exchange(descriptor_, -1)) != 0)
    return model::Error{name + ": write failed: " + std::strerror(errno)};
  if (!part_path_.empty() && std::rename(part_path_.c_str(), path_.c_str()) != 0)
    return model::Error{path_ + ": cannot be named so: " + std::strerror(errno)};
  return size_;
}

}  // namespace mpitrace::present
