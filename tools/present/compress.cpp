// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"

#include <zlib.h>

namespace mpitrace::present {

std::string_view GzipFrame::head() {
  using namespace std::string_view_literals;
  return "\x1f\x8b\x08\0\0\0\0\0\0\xff"sv;  // deflate, no time, no system
}

void GzipFrame::add(const PackedBlock& block) {
  crc_ = static_cast<std::uint32_t>(crc32_combine(crc_, block.crc, static_cast<z_off_t>(block.unpacked_bytes)));
  unpacked_bytes_ += block.unpacked_bytes;
}

std::string GzipFrame::tail() const {
  std::string tail("\x03\0", 2);  // a last block, which is empty
  for (const std::uint32_t number : {crc_, static_cast<std::uint32_t>(unpacked_bytes_)}) {
    for (unsigned shift = 0; shift < 32; shift += 8) tail += static_cast<char>(number >> shift & 0xffU);
  }
  return tail;
}

}  // namespace mpitrace::present
