// SPDX-License-Identifier: BSD-3-Clause
#include "present/compress.h"
#include "present/parquet_pack.h"

namespace mpitrace::present {

const std::int32_t kParquetCodec = 2;

std::string pack_page(const std::string& page) {
  const PackedBlock block = pack(page);
  GzipFrame frame;
  frame.add(block);
  return std::string(GzipFrame::head()) + block.bytes + frame.tail();
}

}  // namespace mpitrace::present
