// SPDX-License-Identifier: BSD-3-Clause
// How Parquet's pages are packed: by zstd, or by zlib where that was not there.
#pragma once

#include <cstdint>
#include <string>

namespace mpitrace::present {

extern const std::int32_t kParquetCodec;  // its number in Parquet

std::string pack_page(const std::string& page);

}  // namespace mpitrace::present
