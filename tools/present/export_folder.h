// SPDX-License-Identifier: BSD-3-Clause
// A folder with one file a table. All files get their names together, when all are whole; on a failure none does, and
// the folder goes if it was made for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "present/export_columns.h"
#include "present/output.h"

namespace mpitrace::present {

class ExportFolder {
 public:
  // FOLDER/calls.csv and so on, with `ending` ".csv".
  static model::Result<ExportFolder> create(const std::string& folder, std::string_view ending);
  ExportFolder(ExportFolder&&) noexcept;
  ExportFolder& operator=(ExportFolder&&) = delete;
  ~ExportFolder();

  void put(TableId table, Text& text);
  model::Result<model::Nothing> close();

 private:
  ExportFolder() = default;
  std::string folder_;  // made here and not yet filled; else empty
  std::vector<Output> files_;
  std::vector<std::uint64_t> blocks_;  // put so far
};

}  // namespace mpitrace::present
