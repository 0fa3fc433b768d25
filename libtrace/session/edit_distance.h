// SPDX-License-Identifier: BSD-3-Clause
// How far a misspelt name lies from a known one. Takes two short texts; gives a number. Allocates nothing.
#pragma once

#include <cstddef>

namespace mpitrace::session {

inline constexpr std::size_t kMaxComparedBytes = 63;

// The fewest letters to add, take away or change to make one text the other; only the first kMaxComparedBytes of each
// count.
std::size_t edit_distance(const char* a, const char* b) noexcept;

}  // namespace mpitrace::session
