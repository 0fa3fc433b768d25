// SPDX-License-Identifier: BSD-3-Clause
// The protobuf wire format, read from foreign bytes without copying: varints and a walk over a message's fields. Never
// reads past the end it was given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mpitrace::read {

using Bytes = std::span<const std::uint8_t>;

// The varint at `at`; moves `at` behind it. False, and `at` unmoved, if it does not end before `end` or has more than
// 10 bytes.
inline bool take_varint(const std::uint8_t*& at, const std::uint8_t* end, std::uint64_t& value) {
  std::uint64_t bits = 0;
  const std::uint8_t* p = at;
  for (unsigned shift = 0; shift < 70 && p != end; shift += 7) {
    const std::uint64_t byte = *p++;
    bits |= (byte & 0x7fU) << (shift < 64 ? shift : 63);
    if (byte < 0x80U) {
      at = p;
      value = bits;
      return true;
    }
  }
  return false;
}

constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1U));
}

template <class Number>
Number load(const std::uint8_t* at) {
  Number value{};
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Walks the fields of one message.
class Fields {
 public:
  explicit Fields(Bytes message) : at_(message.data()), end_(message.data() + message.size()) {}

  // The next field; false at the end or where the bytes are none (then is_torn()).
  bool next() {
    if (at_ == end_) return false;
    std::uint64_t tag = 0;
    is_torn_ = true;
    if (!take_varint(at_, end_, tag) || tag >> 3U == 0 || tag >> 3U > 0x1fff'ffffU) return false;
    number_ = static_cast<std::uint32_t>(tag >> 3U);
    wire_type_ = static_cast<std::uint32_t>(tag & 7U);
    if (!take_value()) return false;
    is_torn_ = false;
    return true;
  }

  std::uint32_t number() const { return number_; }
  bool is_bytes() const { return wire_type_ == 2; }
  Bytes bytes() const { return bytes_; }  // of the value, without its length
  bool is_torn() const { return is_torn_; }

 private:
  bool take_value() {
    const std::uint8_t* begin = at_;
    std::uint64_t length = 0;
    switch (wire_type_) {
      case 0:
        if (!take_varint(at_, end_, length)) return false;
        bytes_ = {begin, at_};
        return true;
      case 1:
        length = 8;
        break;
      case 2:
        if (!take_varint(at_, end_, length)) return false;
        break;
      case 5:
        length = 4;
        break;
      default:
        return false;
    }
    if (length > static_cast<std::uint64_t>(end_ - at_)) return false;
    bytes_ = {at_, static_cast<std::size_t>(length)};
    at_ += length;
    return true;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint32_t number_ = 0;
  std::uint32_t wire_type_ = 0;
  Bytes bytes_;
  bool is_torn_ = false;
};

}  // namespace mpitrace::read
