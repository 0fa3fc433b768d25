// SPDX-License-Identifier: BSD-3-Clause
#include "session/edit_distance.h"

#include <string.h>

#include <algorithm>

namespace mpitrace::session {

std::size_t edit_distance(const char* a, const char* b) noexcept {
  const std::size_t a_size = strnlen(a, kMaxComparedBytes);
  const std::size_t b_size = strnlen(b, kMaxComparedBytes);
  std::size_t row[kMaxComparedBytes + 1];  // row[j]: from the letters of a so far to the first j of b
  for (std::size_t j = 0; j <= b_size; ++j) row[j] = j;
  for (std::size_t i = 1; i <= a_size; ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b_size; ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b_size];
}

}  // namespace mpitrace::session
