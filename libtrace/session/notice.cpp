// SPDX-License-Identifier: BSD-3-Clause
#include "session/notice.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>

namespace mpitrace::session {

void notice(const char* format, ...) noexcept {
  const int saved_errno = errno;
  char line[2048];
  const int head = snprintf(line, sizeof line, "mpitrace: ");
  va_list values;
  va_start(values, format);
  const int body = vsnprintf(line + head, sizeof line - static_cast<std::size_t>(head) - 1, format, values);
  va_end(values);
  if (body > 0) {
    const std::size_t size = std::min(sizeof line - 2, static_cast<std::size_t>(head + body));  // a cut text ends in 0
    line[size] = '\n';
    if (write(STDERR_FILENO, line, size + 1) < 0) errno = saved_errno;
  }
  errno = saved_errno;
}

}  // namespace mpitrace::session
