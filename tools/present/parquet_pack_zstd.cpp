// SPDX-License-Identifier: BSD-3-Clause
#include <zstd.h>

#include <cassert>
#include <memory>

#include "present/parquet_pack.h"

namespace mpitrace::present {

const std::int32_t kParquetCodec = 6;

std::string pack_page(const std::string& page) {
  constexpr int kLevel = 1;
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> g_context{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::string packed(ZSTD_compressBound(page.size()), '\0');
  const std::size_t size =
      ZSTD_compressCCtx(g_context.get(), packed.data(), packed.size(), page.data(), page.size(), kLevel);
  assert(ZSTD_isError(size) == 0);
  packed.resize(size);
  return packed;
}

}  // namespace mpitrace::present
