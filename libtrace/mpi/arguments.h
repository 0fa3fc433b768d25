// SPDX-License-Identifier: BSD-3-Clause
// The arguments of one call, read by role. Takes words as the caller passed them; gives numbers and handles. Copies
// nothing but words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "mpi/abi.h"
#include "mpi/roles.h"

namespace mpitrace::mpi {

template <bool kLarge, class... Roles>
struct Arguments {
  static constexpr bool kIsLarge = kLarge;

  Word words[sizeof...(Roles) == 0 ? 1 : sizeof...(Roles)];

  template <class Role>
  static constexpr bool has = (std::is_same_v<Role, Roles> || ...);

  template <class Role>
  static constexpr std::size_t index_of() {
    const bool matches[] = {std::is_same_v<Role, Roles>...};
    std::size_t i = 0;
    while (!matches[i]) ++i;
    return i;
  }

  template <class Role>
  Word word() const noexcept {
    return words[index_of<Role>()];
  }
  template <class Role>
  void replace(Word word) noexcept {
    words[index_of<Role>()] = word;
  }
  template <class Role>
  int integer() const noexcept {
    return static_cast<int>(word<Role>());
  }
  template <class Role>
  std::int64_t count() const noexcept {
    return kLarge ? static_cast<std::int64_t>(word<Role>()) : static_cast<std::int64_t>(integer<Role>());
  }
  template <class Role>
  Word handle() const noexcept {
    return word<Role>() & g_abi.handle_mask;
  }
  // What an int* argument points to, after the call.
  template <class Role>
  int result() const noexcept {
    return *reinterpret_cast<const int*>(word<Role>());
  }
};

template <class Role>
using WordOf = Word;

}  // namespace mpitrace::mpi
