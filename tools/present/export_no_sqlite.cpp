// SPDX-License-Identifier: BSD-3-Clause
// In place of export_sqlite.cpp where SQLite was not there.
#include "present/export_file.h"

namespace mpitrace::present {

model::Result<std::unique_ptr<ExportFile>> create_sqlite(const std::string& path) {
  return model::Error{path +
                      ": this mpitrace was built without SQLite (build it with libsqlite3-dev, or take another "
                      "--format)"};
}

}  // namespace mpitrace::present
