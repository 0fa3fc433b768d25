// SPDX-License-Identifier: BSD-3-Clause
// deflate_part() by zlib, where ISA-L is not there: a fifth of its speed.
#include <zlib.h>

#include <cassert>

#include "present/compress.h"

namespace mpitrace::present {

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t adler32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(adler32_z(1, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string deflate_part(std::string_view bytes) {
  std::string packed;
  z_stream stream{};
  constexpr int kBare = -15;  // window bits; negative: without a frame
  constexpr int kMemory = 9;
  [[maybe_unused]] int status = deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kBare, kMemory, Z_DEFAULT_STRATEGY);
  assert(status == Z_OK);
  constexpr std::size_t kFlushBytes = 16;  // deflateBound knows nothing of a flush
  packed.resize(deflateBound(&stream, bytes.size()) + kFlushBytes);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  status = deflate(&stream, Z_SYNC_FLUSH);  // ends on a whole byte, so that the next block can follow
  assert(status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace mpitrace::present
