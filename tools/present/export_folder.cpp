// SPDX-License-Identifier: BSD-3-Clause
#include "present/export_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace mpitrace::present {

model::Result<ExportFolder> ExportFolder::create(const std::string& folder, std::string_view ending) {
  ExportFolder made;
  if (::mkdir(folder.c_str(), 0777) == 0) {
    made.folder_ = folder;
  } else if (errno != EEXIST) {
    return model::Error{folder + ": cannot be made: " + std::strerror(errno)};
  }
  for (const TableShape& table : kAllTables) {
    auto file = Output::create(folder + "/" + std::string(table.name) + std::string(ending));
    if (!file) return file.error();
    made.files_.push_back(std::move(*file));
    made.blocks_.push_back(0);
  }
  return made;
}

ExportFolder::ExportFolder(ExportFolder&& other) noexcept
    : folder_(std::exchange(other.folder_, {})), files_(std::move(other.files_)), blocks_(std::move(other.blocks_)) {}

ExportFolder::~ExportFolder() {
  files_.clear();
  if (!folder_.empty()) ::rmdir(folder_.c_str());
}

void ExportFolder::put(TableId table, Text& text) {
  const auto number = static_cast<std::size_t>(table);
  files_[number].put(blocks_[number]++, text);
}

// Nothing gets its name while another may still fail: a disk that is full shows in what was written before.
model::Result<model::Nothing> ExportFolder::close() {
  for (Output& file : files_) {
    if (const auto written = file.finish(); !written) return written.error();
  }
  for (Output& file : files_) {
    if (const auto named = file.close(); !named) return named.error();
  }
  folder_.clear();
  return model::Nothing{};
}

}  // namespace mpitrace::present
