// SPDX-License-Identifier: BSD-3-Clause
// Blocks, packed side by side, -> one gzip member. Not a member each: browsers' decompressors stop at the end of the
// first.
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
