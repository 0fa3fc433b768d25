// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"

#include <zlib.h>

namespace mpitrace::present {
namespace {

constexpr std::string_view kLastPart("\x03\0", 2);  // the end of a deflate stream: a last block, which is empty

}  // namespace

PackedBlock pack(std::string_view bytes) {
  return {deflate_part(bytes), crc32_of(bytes), bytes.size()};
}

std::string pack_alone(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::string_view kHead = "\x78\x01"sv;  // deflate in a window of 32 KiB, packed for speed
  std::string stream(kHead);
  stream += deflate_part(bytes);
  stream += kLastPart;
  const std::uint32_t sum = adler32_of(bytes);
  for (unsigned shift = 32; shift > 0; shift -= 8) stream += static_cast<char>(sum >> (shift - 8) & 0xffU);
  return stream;
}

std::string_view GzipFrame::head() {
  using namespace std::string_view_literals;
  return "\x1f\x8b\x08\0\0\0\0\0\0\xff"sv;  // deflate, no time, no system
}

void GzipFrame::add(const PackedBlock& block) {
  crc_ = static_cast<std::uint32_t>(crc32_combine(crc_, block.crc, static_cast<z_off_t>(block.unpacked_bytes)));
  unpacked_bytes_ += block.unpacked_bytes;
}

std::string GzipFrame::tail() const {
  std::string tail(kLastPart);
  for (const std::uint32_t number : {crc_, static_cast<std::uint32_t>(unpacked_bytes_)}) {
    for (unsigned shift = 0; shift < 32; shift += 8) tail += static_cast<char>(number >> shift & 0xffU);
  }
  return tail;
}

}  // namespace mpitrace::present
