// SPDX-License-Identifier: BSD-3-Clause
// Protobuf's wire format, written at the end of a text. Takes how many bytes at most come; makes room once and keeps
// the place in a register. Lengths are filled in behind what they measure, in two bytes even where one would do.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "present/text.h"

namespace mpitrace::present {

inline constexpr std::size_t kMostVarintBytes = 10;

inline char* put_varint(char* at, std::uint64_t value) {
  while (value >= 0x80) {
    *at++ = static_cast<char>(value | 0x80U);
    value >>= 7U;
  }
  *at++ = static_cast<char>(value);
  return at;
}

class Message {
 public:
  // `most` counts what number(), fixed(), text() and begin() take with kFieldBytes for each.
  Message(Text& text, std::size_t most) : text_(text), at_(text.room(most + kSpare)) {}
  ~Message() {
    text_.size_ = static_cast<std::size_t>(at_ - text_.data_.get());
    assert(text_.size_ <= text_.capacity_);
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  static constexpr std::size_t kFieldBytes = 2 * kMostVarintBytes;

  void number(std::uint32_t field, std::uint64_t value) {
    tag(field, 0);
    at_ = put_varint(at_, value);
  }
  void fixed(std::uint32_t field, std::uint64_t value) {
    tag(field, 1);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }
  void text(std::uint32_t field, std::string_view value) {
    tag(field, 2);
    at_ = put_varint(at_, value.size());
    raw(value);
  }
  void digits(std::int64_t number) {
    if (number < 0) *at_++ = '-';
    const auto value = static_cast<std::uint64_t>(number);
    at_ = write_digits(at_, number < 0 ? ~value + 1 : value);
  }
  // Whole fields, or a part of a text.
  void raw(std::string_view fields) {
    if (!fields.empty()) std::memcpy(at_, fields.data(), fields.size());  // an empty one may have no address
    at_ += fields.size();
  }

  // A message in this one: begin() opens it, end() closes it.
  std::size_t begin(std::uint32_t field) {
    tag(field, 2);
    at_ += kLengthBytes;
    return place();
  }
  void end(std::size_t body) {
    const std::size_t size = place() - body;
    char* length = text_.data_.get() + body - kLengthBytes;
    if (size >= kLongest) [[unlikely]] {
      at_ = put_long(length, size);
      return;
    }
    length[0] = static_cast<char>(size | 0x80U);
    length[1] = static_cast<char>(size >> 7U);
  }
  // The same for one that holds less than 128 bytes.
  std::size_t begin_short(std::uint32_t field) {
    tag(field, 2);
    ++at_;
    return place();
  }
  void end_short(std::size_t body) {
    assert(place() - body < 0x80);
    text_.data_[body - 1] = static_cast<char>(place() - body);
  }

 private:
  static constexpr std::size_t kLengthBytes = 2;
  static constexpr std::size_t kLongest = 1U << 14U;
  static constexpr std::size_t kSpare = 64;  // for the lengths of long messages

  std::size_t place() const { return static_cast<std::size_t>(at_ - text_.data_.get()); }
  void tag(std::uint32_t field, std::uint32_t wire_type) { at_ = put_varint(at_, field << 3U | wire_type); }
  // A length of more bytes than were left for it. Returns the end of the message.
  static char* put_long(char* length, std::size_t size) {
    char bytes[kMostVarintBytes];
    const auto count = static_cast<std::size_t>(put_varint(bytes, size) - bytes);
    std::memmove(length + count, length + kLengthBytes, size);
    std::memcpy(length, bytes, count);
    return length + count + size;
  }

  Text& text_;
  char* at_;
};

}  // namespace mpitrace::present
