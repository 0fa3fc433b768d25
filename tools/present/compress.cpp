// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"

#include <zlib.h>

#include <cassert>

namespace mpitrace::present {

std::string gzip_member(std::string_view bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // window bits, and a gzip frame instead of zlib's
  constexpr int kMemory = 9;
  [[maybe_unused]] int status = deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  assert(status == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  status = deflate(&stream, Z_FINISH);
  assert(status == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace mpitrace::present
