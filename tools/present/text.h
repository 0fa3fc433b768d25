// SPDX-License-Identifier: BSD-3-Clause
// Text that is built quickly: one growing buffer, numbers by std::to_chars, JSON strings through the one place that escapes them.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace mpitrace::present {

class Text {
 public:
  std::string_view view() const { return {data_.get(), size_}; }
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  // Makes room for `bytes` more, so that the adds that follow need not.
  char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return data_.get() + size_;
  }
  void advance(std::size_t bytes) { size_ += bytes; }

  Text& operator<<(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    size_ += text.size();
    return *this;
  }
  Text& operator<<(char character) {
    *room(1) = character;
    ++size_;
    return *this;
  }
  template <std::integral Number>
  Text& operator<<(Number number) {
    char* at = room(kLongestNumber);
    size_ += static_cast<std::size_t>(std::to_chars(at, at + kLongestNumber, number).ptr - at);
    return *this;
  }
  // Nanoseconds as microseconds with three decimals.
  Text& micros(std::int64_t ns);
  // In quotes.
  Text& quoted(std::string_view text);

 private:
  static constexpr std::size_t kLongestNumber = 24;
  void grow(std::size_t bytes);

  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

inline Text& Text::micros(std::int64_t ns) {
  auto magnitude = static_cast<std::uint64_t>(ns);
  if (ns < 0) {
    *this << '-';
    magnitude = ~magnitude + 1;
  }
  char* begin = room(kLongestNumber);
  char* at = std::to_chars(begin, begin + kLongestNumber, magnitude / 1000).ptr;
  const auto rest = static_cast<unsigned>(magnitude % 1000);
  at[0] = '.';
  at[1] = static_cast<char>('0' + rest / 100);
  at[2] = static_cast<char>('0' + rest / 10 % 10);
  at[3] = static_cast<char>('0' + rest % 10);
  size_ += static_cast<std::size_t>(at + 4 - begin);
  return *this;
}

}  // namespace mpitrace::present
