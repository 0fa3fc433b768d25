// SPDX-License-Identifier: BSD-3-Clause
// Tables as one SQLite database. Written under another name and without a journal: what is not whole is thrown away.
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "present/export_file.h"
#include "present/part_file.h"

namespace mpitrace::present {
namespace {

std::string create_statement(const TableShape& table) {
  std::string sql;
  for (const Column& column : table.columns) {
    sql += (sql.empty() ? "CREATE TABLE " + std::string(table.name) + "(" : ", ") + std::string(column.name);
    sql += column.type == CellType::kNumber ? " INTEGER" : " TEXT";
    if (column.presence == Presence::kAlways) sql += " NOT NULL";
  }
  return sql + ")";
}

std::string insert_statement(const TableShape& table) {
  std::string sql = "INSERT INTO " + std::string(table.name) + " VALUES(?";
  for (std::size_t i = 1; i < table.columns.size(); ++i) sql += ",?";
  return sql + ")";
}

class SqliteFile final : public ExportFile {
 public:
  explicit SqliteFile(std::string path) : path_(std::move(path)), part_path_(path_ + ".part") {}
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;
  ~SqliteFile() override {
    if (database_ == nullptr) return;
    release();
    ::unlink(part_path_.c_str());
  }

  model::Result<model::Nothing> open() {
    ::unlink(part_path_.c_str());
    part_file_ = PartFile(part_path_);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    check(sqlite3_open_v2(part_path_.c_str(), &database_, flags, nullptr));
    execute("PRAGMA journal_mode=OFF");
    execute("PRAGMA synchronous=OFF");
    execute("BEGIN");
    for (std::size_t i = 0; i < kTables; ++i) {
      execute(create_statement(kAllTables[i]));
      if (failure_.empty())
        check(sqlite3_prepare_v2(database_, insert_statement(kAllTables[i]).c_str(), -1, &inserts_[i], nullptr));
    }
    return result();
  }

  void append(TableId table, Rows& rows) override {
    const std::span<const Column> columns = shape_of(table).columns;
    sqlite3_stmt* insert = inserts_[static_cast<std::size_t>(table)];
    for (std::size_t at = 0; at < rows.cells.size() && failure_.empty(); at += columns.size())
      put_row(columns, &rows.cells[at], insert);
    rows.cells.clear();
  }

  model::Result<model::Nothing> close() override {
    execute("COMMIT");
    if (!failure_.empty()) return result();
    release();
    if (std::rename(part_path_.c_str(), path_.c_str()) != 0)
      return model::Error{path_ + ": cannot be named so: " + std::strerror(errno)};
    return model::Nothing{};
  }

 private:
  void put_row(std::span<const Column> columns, const Cell* cells, sqlite3_stmt* insert) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const int place = static_cast<int>(i) + 1;
      if (columns[i].is_null(cells[i])) {
        check(sqlite3_bind_null(insert, place));
      } else if (columns[i].type == CellType::kNumber) {
        check(sqlite3_bind_int64(insert, place, cells[i]));
      } else {
        const std::string& text = Texts::text(cells[i]);
        check(sqlite3_bind_text64(insert, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
      }
    }
    if (const int status = sqlite3_step(insert); status != SQLITE_DONE) check(status);
    sqlite3_reset(insert);
  }
  void execute(const std::string& sql) {
    if (failure_.empty()) check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
  }
  void check(int status) {
    if (status != SQLITE_OK && failure_.empty())
      failure_ = database_ != nullptr ? sqlite3_errmsg(database_) : sqlite3_errstr(status);
  }
  model::Result<model::Nothing> result() const {
    if (!failure_.empty()) return model::Error{part_path_ + ": cannot be written: " + failure_};
    return model::Nothing{};
  }
  void release() {
    for (sqlite3_stmt* insert : inserts_) sqlite3_finalize(insert);
    sqlite3_close(std::exchange(database_, nullptr));
  }

  std::string path_;
  std::string part_path_;
  PartFile part_file_;
  sqlite3* database_ = nullptr;
  std::array<sqlite3_stmt*, kTables> inserts_{};
  std::string failure_;
};

}  // namespace

model::Result<std::unique_ptr<ExportFile>> create_sqlite(const std::string& path) {
  auto file = std::make_unique<SqliteFile>(path);
  if (auto opened = file->open(); !opened) return opened.error();
  return std::unique_ptr<ExportFile>(std::move(file));
}

}  // namespace mpitrace::present
