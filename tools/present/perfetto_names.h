// SPDX-License-Identifier: BSD-3-Clause
// The names that every sequence of a Perfetto trace knows by the same numbers, and those of call sites behind them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/process.h"

namespace mpitrace::present {

// 0: no such category.
std::uint8_t perfetto_category(std::string_view name);
// Fields of InternedData with all categories and all names of arguments.
std::string perfetto_fixed_names();
// The same with a call site's function, and its place.
std::string perfetto_site_names(std::uint32_t site, std::string_view function, const model::SiteName& name);
// Fields of an event: its category and name, and where it was called from.
std::string perfetto_site_fields(std::uint32_t site, std::string_view category, const model::SiteName& name);

}  // namespace mpitrace::present
