// SPDX-License-Identifier: BSD-3-Clause
// Small numbers -> Parquet's hybrid of runs and bit-packed groups of eight.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace mpitrace::present {

// Every value fits into `bit_width` bits, of 1 to 24.
void put_run_lengths(std::span<const std::uint32_t> values, unsigned bit_width, std::string& out);

}  // namespace mpitrace::present
