// SPDX-License-Identifier: BSD-3-Clause
// Bytes -> a gzip member. Members one after another are again a gzip file, so blocks can be packed side by side.
#pragma once

#include <string>
#include <string_view>

namespace mpitrace::present {

std::string gzip_member(std::string_view bytes);

}  // namespace mpitrace::present
