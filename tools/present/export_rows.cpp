// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_rows.h"

namespace mpitrace::present {

Cell Texts::cell(std::string_view text) {
  std::string valid = valid_text(text);
  const std::lock_guard lock(mutex_);
  return reinterpret_cast<Cell>(&*held_.insert(std::move(valid)).first);
}

}  // namespace mpitrace::present
