// SPDX-License-Identifier: BSD-3-Clause
#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <memory>

#include "present/parquet_pack.h"

namespace mpitrace::present {

const std::int32_t kParquetCodec = 6;

std::string pack_page(const std::string& page) {
  constexpr int kLevel = 1;
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> g_context{ZSTD_createCCtx(), ZSTD_freeCCtx};
  thread_local std::string g_room;  // larger than what it takes by far, so it is not given away
  g_room.resize(std::max(g_room.size(), ZSTD_compressBound(page.size())));
  const std::size_t size =
      ZSTD_compressCCtx(g_context.get(), g_room.data(), g_room.size(), page.data(), page.size(), kLevel);
  assert(ZSTD_isError(size) == 0);
  return g_room.substr(0, size);
}

}  // namespace mpitrace::present
