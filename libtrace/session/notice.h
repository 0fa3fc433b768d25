// SPDX-License-Identifier: BSD-3-Clause
// The lines that a user may see on stderr. Takes a format and values; writes one line with one write(). Changes no
// errno.
#pragma once

namespace mpitrace::session {

// "mpitrace: <text>"
[[gnu::format(printf, 1, 2)]] void notice(const char* format, ...) noexcept;

}  // namespace mpitrace::session
