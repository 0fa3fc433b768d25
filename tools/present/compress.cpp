// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"

#include <zlib.h>

#include <cassert>

namespace mpitrace::present {

PackedBlock pack(std::string_view bytes) {
  PackedBlock packed;
  packed.unpacked_bytes = bytes.size();
  packed.crc = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  z_stream stream{};
  constexpr int kBare = -15;  // window bits; negative: without a frame
  constexpr int kMemory = 9;
  [[maybe_unused]] int status = deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kBare, kMemory, Z_DEFAULT_STRATEGY);
  assert(status == Z_OK);
  constexpr std::size_t kFlushBytes = 16;  // deflateBound knows nothing of a flush
  packed.bytes.resize(deflateBound(&stream, bytes.size()) + kFlushBytes);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.bytes.data());
  stream.avail_out = static_cast<uInt>(packed.bytes.size());
  status = deflate(&stream, Z_SYNC_FLUSH);  // ends on a whole byte, so that the next block can follow
  assert(status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0);
  packed.bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
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
  std::string tail("\x03\0", 2);  // a last block, which is empty
  for (const std::uint32_t number : {crc_, static_cast<std::uint32_t>(unpacked_bytes_)}) {
    for (unsigned shift = 0; shift < 32; shift += 8) tail += static_cast<char>(number >> shift & 0xffU);
  }
  return tail;
}

}  // namespace mpitrace::present
