// SPDX-License-Identifier: BSD-3-Clause
// Where the tables of an export go: one implementation a format. Gets a table's rows in their order, and never more of
// them at once than a slice of the run holds.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/result.h"
#include "present/export_rows.h"

namespace mpitrace::present {

class ExportFile {
 public:
  virtual ~ExportFile() = default;
  // What can be done with rows before it is their turn. Safe to call from several workers.
  virtual void prepare(TableId, Rows&) {}
  // Takes the rows and leaves none. One caller at a time.
  virtual void append(TableId table, Rows& rows) = 0;
  // All is written: gives the result its name, or says what went wrong at any time.
  virtual model::Result<model::Nothing> close() = 0;
};

// NAME/calls.csv and so on.
model::Result<std::unique_ptr<ExportFile>> create_csv(const std::string& folder);
// NAME/calls.parquet and so on; columns are packed by `jobs` threads.
model::Result<std::unique_ptr<ExportFile>> create_parquet(const std::string& folder, std::string_view version,
                                                          std::size_t jobs);
// One database; an error where this build has no SQLite.
model::Result<std::unique_ptr<ExportFile>> create_sqlite(const std::string& path);

}  // namespace mpitrace::present
