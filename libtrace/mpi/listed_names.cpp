// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/listed_names.h"

#include <algorithm>
#include <cstring>

#include "mpi/function.h"
#include "session/edit_distance.h"
#include "session/session.h"

namespace mpitrace::mpi {
namespace {

// Null where none is near, and for a pattern.
const char* nearest_function(const char* name) noexcept {
  constexpr std::size_t kFarthest = 3;
  if (std::strchr(name, '*') != nullptr) return nullptr;
  const char* nearest = nullptr;
  std::size_t least = kFarthest + 1;
  for (const record::FunctionFacts& facts : kFunctionFacts) {
    const std::size_t distance = session::edit_distance(facts.name, name);
    if (distance >= least) continue;
    least = distance;
    nearest = facts.name;
  }
  return nearest;
}

bool stands_for_a_function(const char* name) noexcept {
  return std::any_of(kFunctionFacts.begin(), kFunctionFacts.end(),
                     [&](const record::FunctionFacts& facts) { return session::is_listed(facts.name, name); });
}

}  // namespace

void check_listed_names(const char* setting, const char* list) noexcept {
  while (*list != '\0') {
    const std::size_t size = std::strcspn(list, ",");
    char name[session::kMaxComparedBytes + 1] = {};
    std::memcpy(name, list, std::min(size, session::kMaxComparedBytes));
    if (size != 0 && !stands_for_a_function(name)) session::complain_of_name(setting, name, nearest_function(name));
    list += size;
    if (*list == ',') ++list;
  }
}

}  // namespace mpitrace::mpi
