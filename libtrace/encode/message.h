// SPDX-License-Identifier: BSD-3-Clause
// Writes one protobuf message after another into memory that the caller owns. Takes the room left and keeps to it: a
// message that does not fit is left out whole and `overflowed` says so. Never allocates. Not for the hot path (see
// varint.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "encode/varint.h"

namespace mpitrace::encode {

class Message {
 public:
  Message(std::uint8_t* begin, std::size_t room) noexcept : begin_(begin), at_(begin), end_(begin + room) {}

  void uint(std::uint32_t field, std::uint64_t value) noexcept {
    if (value == 0 || !fits(2 * kMaxVarintBytes)) return;
    tag(field, 0);
    at_ = put_varint(at_, value);
  }
  // One of a repeated field: zeros count.
  void each(std::uint32_t field, std::uint64_t value) noexcept {
    if (!fits(2 * kMaxVarintBytes)) return;
    tag(field, 0);
    at_ = put_varint(at_, value);
  }
  void sint(std::uint32_t field, std::int64_t value) noexcept { uint(field, zigzag(value)); }
  void fixed64(std::uint32_t field, std::uint64_t value) noexcept {
    if (!fits(kMaxVarintBytes + 8)) return;
    tag(field, 1);
    put_fixed64(at_, value);
    at_ += 8;
  }
  void bytes(std::uint32_t field, const void* data, std::size_t size) noexcept {
    if (size == 0 || !fits(2 * kMaxVarintBytes + size)) return;
    tag(field, 2);
    at_ = put_varint(at_, size);
    std::memcpy(at_, data, size);
    at_ += size;
  }
  void text(std::uint32_t field, const char* value) noexcept {
    if (value != nullptr) bytes(field, value, std::strlen(value));
  }

  // begin() opens a message inside this one; end() closes it. Its length has 4 bytes, whatever it holds.
  std::uint8_t* begin(std::uint32_t field) noexcept {
    if (!fits(kMaxVarintBytes + kLengthBytes)) return nullptr;
    tag(field, 2);
    at_ += kLengthBytes;
    return at_;
  }
  void end(std::uint8_t* body) noexcept {
    if (body == nullptr) return;
    put_padded_varint(body - kLengthBytes, static_cast<std::uint64_t>(at_ - body), kLengthBytes);
  }

  std::size_t size() const noexcept { return static_cast<std::size_t>(at_ - begin_); }
  bool overflowed() const noexcept { return overflowed_; }

 private:
  static constexpr std::size_t kLengthBytes = 4;

  bool fits(std::size_t bytes) noexcept {
    if (static_cast<std::size_t>(end_ - at_) >= bytes) return true;
    overflowed_ = true;
    return false;
  }
  void tag(std::uint32_t field, std::uint32_t wire_type) noexcept { at_ = put_varint(at_, field << 3U | wire_type); }

  std::uint8_t* begin_;
  std::uint8_t* at_;
  std::uint8_t* end_;
  bool overflowed_ = false;
};

}  // namespace mpitrace::encode
