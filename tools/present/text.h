// SPDX-License-Identifier: BSD-3-Clause
// Text that is built quickly: one growing buffer, numbers by write_digits(), JSON strings through the one place that
// escapes them.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "present/digits.h"

namespace mpitrace::present {

class Text {
 public:
  Text() = default;
  Text(Text&& other) noexcept { *this = std::move(other); }
  Text& operator=(Text&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  std::string_view view() const { return {data_.get(), size_}; }
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  // Keeps its room for the next text that this thread begins, while it is still in the cache.
  static void reuse(Text text);

  Text& operator<<(std::string_view text);
  Text& operator<<(char character);
  template <std::integral Number>
  Text& operator<<(Number number);
  // Nanoseconds as microseconds with three decimals.
  Text& micros(std::int64_t ns);
  // In quotes, as JSON.
  Text& quoted(std::string_view text);
  // As it is, with U+FFFD for what is not UTF-8.
  Text& valid(std::string_view text);

 private:
  friend class Line;
  friend class Message;
  char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return data_.get() + size_;
  }
  void grow(std::size_t bytes);

  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

std::string valid_text(std::string_view text);

inline constexpr std::size_t kLongestNumber = 32;  // with what write_digits() may write behind it

// Nanoseconds as microseconds with three decimals, for a time that is written more than once.
class Micros {
 public:
  explicit Micros(std::int64_t ns) : size_(static_cast<std::size_t>(write(text_, ns) - text_)) {}
  static char* write(char* at, std::int64_t ns) {
    auto magnitude = static_cast<std::uint64_t>(ns);
    if (ns < 0) {
      *at++ = '-';
      magnitude = ~magnitude + 1;
    }
    at = write_digits(at, magnitude / 1000);
    return write_fraction(at, magnitude % 1000);
  }

 private:
  friend class Line;
  char text_[kLongestNumber]{};
  std::size_t size_;
};

// A piece of at most `most` bytes, added to a text when the Line ends. Room is made once and the place kept in a
// register: twice as fast as adds to the Text, for which every byte written may be its own size.
class Line {
 public:
  Line(Text& text, std::size_t most) : text_(text), at_(text.room(most)) {}
  ~Line() {
    text_.size_ = static_cast<std::size_t>(at_ - text_.data_.get());
    assert(text_.size_ <= text_.capacity_);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  Line& operator<<(std::string_view text) {
    if (!text.empty()) std::memcpy(at_, text.data(), text.size());  // an empty one may have no address
    at_ += text.size();
    return *this;
  }
  Line& operator<<(char character) {
    *at_++ = character;
    return *this;
  }
  template <std::integral Number>
  Line& operator<<(Number number) {
    auto magnitude = static_cast<std::uint64_t>(number);
    if constexpr (std::signed_integral<Number>) {
      if (number < 0) {
        *at_++ = '-';
        magnitude = ~magnitude + 1;
      }
    }
    at_ = write_digits(at_, magnitude);
    return *this;
  }
  Line& operator<<(const Micros& micros) {
    std::memcpy(at_, micros.text_, sizeof micros.text_);  // all of it: a size that the compiler knows takes one move
    at_ += micros.size_;
    return *this;
  }
  Line& micros(std::int64_t ns) {
    at_ = Micros::write(at_, ns);
    return *this;
  }

 private:
  Text& text_;
  char* at_;
};

inline Text& Text::operator<<(std::string_view text) {
  Line(*this, text.size()) << text;
  return *this;
}

inline Text& Text::operator<<(char character) {
  Line(*this, 1) << character;
  return *this;
}

template <std::integral Number>
Text& Text::operator<<(Number number) {
  Line(*this, kLongestNumber) << number;
  return *this;
}

inline Text& Text::micros(std::int64_t ns) {
  Line(*this, kLongestNumber).micros(ns);
  return *this;
}

}  // namespace mpitrace::present
