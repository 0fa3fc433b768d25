// SPDX-License-Identifier: BSD-3-Clause
#include "session/notice.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>

namespace mpitrace::session {

namespace {

// Gives the bytes of "mpitrace: " and the text, a newline at their end; 0 where there is no text.
std::size_t put_line(char* line, std::size_t room, const char* format, va_list values) noexcept {
  const int head = snprintf(line, room, "mpitrace: ");
  const int body = vsnprintf(line + head, room - static_cast<std::size_t>(head) - 1, format, values);
  if (body <= 0) return 0;
  const std::size_t size = std::min(room - 2, static_cast<std::size_t>(head + body));  // a cut text ends in 0
  line[size] = '\n';
  return size + 1;
}

void say(const char* text, std::size_t size) noexcept {
  const int saved_errno = errno;
  if (size > 0 && write(STDERR_FILENO, text, size) < 0) errno = saved_errno;
}

}  // namespace

void notice(const char* format, ...) noexcept {
  const int saved_errno = errno;
  char line[kMostLineBytes];
  va_list values;
  va_start(values, format);
  const std::size_t size = put_line(line, sizeof line, format, values);
  va_end(values);
  say(line, size);
  errno = saved_errno;
}

void Notices::add(const char* format, ...) noexcept {
  if (sizeof text_ - size_ < kMostLineBytes) end();
  va_list values;
  va_start(values, format);
  size_ += put_line(text_ + size_, kMostLineBytes, format, values);
  va_end(values);
}

void Notices::end() noexcept {
  say(text_, size_);
  size_ = 0;
}

}  // namespace mpitrace::session
