// SPDX-License-Identifier: BSD-3-Clause
// Structures in Thrift's compact protocol, as far as Parquet's footers and page headers need them: fields are added in
// the order of their ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpitrace::present {

inline void put_uleb(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>((value & 0x7fU) | 0x80U);
  out += static_cast<char>(value);
}

class ThriftStruct {
 public:
  ThriftStruct& number(int id, std::int32_t value) { return integer(id, kI32, value); }
  ThriftStruct& long_number(int id, std::int64_t value) { return integer(id, kI64, value); }
  ThriftStruct& text(int id, std::string_view value) {
    field(id, kBinary);
    put_text(value);
    return *this;
  }
  // Structures are given by what bytes() of them says.
  ThriftStruct& structure(int id, std::string_view bytes) {
    field(id, kStruct);
    bytes_ += bytes;
    return *this;
  }
  ThriftStruct& structures(int id, const std::vector<std::string>& all) {
    list(id, kStruct, all.size());
    for (const std::string& one : all) bytes_ += one;
    return *this;
  }
  ThriftStruct& texts(int id, const std::vector<std::string_view>& all) {
    list(id, kBinary, all.size());
    for (const std::string_view one : all) put_text(one);
    return *this;
  }
  ThriftStruct& numbers(int id, const std::vector<std::int32_t>& all) {
    list(id, kI32, all.size());
    for (const std::int32_t one : all) put_uleb(bytes_, zigzag(one));
    return *this;
  }
  std::string bytes() const { return bytes_ + '\0'; }

 private:
  enum Type : unsigned { kI32 = 5, kI64 = 6, kBinary = 8, kList = 9, kStruct = 12 };

  static std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63U);
  }
  // An id is written as its distance from the last one. All of Parquet's are near.
  void field(int id, Type type) {
    bytes_ += static_cast<char>(static_cast<unsigned>(id - last_id_) << 4U | type);
    last_id_ = id;
  }
  ThriftStruct& integer(int id, Type type, std::int64_t value) {
    field(id, type);
    put_uleb(bytes_, zigzag(value));
    return *this;
  }
  void list(int id, Type type, std::size_t size) {
    constexpr unsigned kSizeFollows = 15;
    field(id, kList);
    const unsigned nibble = size < kSizeFollows ? static_cast<unsigned>(size) : kSizeFollows;
    bytes_ += static_cast<char>(nibble << 4U | type);
    if (size >= kSizeFollows) put_uleb(bytes_, size);
  }
  void put_text(std::string_view value) {
    put_uleb(bytes_, value.size());
    bytes_ += value;
  }

  std::string bytes_;
  int last_id_ = 0;
};

}  // namespace mpitrace::present
