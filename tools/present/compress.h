// SPDX-License-Identifier: BSD-3-Clause
// Blocks, packed side by side, -> one gzip member. Not a member each: browsers' decompressors stop at the end of the
// first. Or a block by itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpitrace::present {

// A block's part of the deflate stream, and what the end of the file must say of the block.
struct PackedBlock {
  std::string bytes;
  std::uint32_t crc = 0;
  std::uint64_t unpacked_bytes = 0;
};

PackedBlock pack(std::string_view bytes);
// As a zlib stream of its own.
std::string pack_alone(std::string_view bytes);

// What pack() and pack_alone() are made of. The bytes packed, as a part of a deflate stream that ends on a whole byte,
// so that another can follow.
std::string deflate_part(std::string_view bytes);
std::uint32_t crc32_of(std::string_view bytes);
std::uint32_t adler32_of(std::string_view bytes);

// What stands before and after the blocks.
class GzipFrame {
 public:
  static std::string_view head();
  // Blocks in the order of the file.
  void add(const PackedBlock& block);
  std::string tail() const;

 private:
  std::uint32_t crc_ = 0;
  std::uint64_t unpacked_bytes_ = 0;
};

}  // namespace mpitrace::present
