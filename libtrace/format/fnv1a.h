// SPDX-License-Identifier: BSD-3-Clause
// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo): what stands for a name or a group where the whole of it is too long. Takes
// bytes, or numbers as one step each; gives a word. Two things may have one hash; nobody who means harm is kept out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::format {

template <class Word, Word kBasis, Word kPrime>
class Fnv1a {
 public:
  constexpr Fnv1a& add(Word unit) noexcept {
    state_ = (state_ ^ unit) * kPrime;
    return *this;
  }
  Fnv1a& add_bytes(const void* bytes, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) add(static_cast<const std::uint8_t*>(bytes)[i]);
    return *this;
  }
  constexpr Fnv1a& add_text(const char* text) noexcept {
    for (; *text != '\0'; ++text) add(static_cast<unsigned char>(*text));
    return *this;
  }
  constexpr Word value() const noexcept { return state_; }

 private:
  Word state_ = kBasis;
};

using Fnv1a32 = Fnv1a<std::uint32_t, 0x811c'9dc5U, 0x0100'0193U>;
using Fnv1a64 = Fnv1a<std::uint64_t, 0xcbf2'9ce4'8422'2325ULL, 0x100'0000'01b3ULL>;

}  // namespace mpitrace::format
