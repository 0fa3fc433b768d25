// SPDX-License-Identifier: BSD-3-Clause
// The tables of export_columns.inc: for each the struct that a row is filled in as, and what its columns hold. A cell
// is 64 bits: a number, an interned text (export_rows.h), or kNull.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace mpitrace::present {

using Cell = std::int64_t;
inline constexpr Cell kNull = std::numeric_limits<Cell>::min();

enum class CellType : std::uint8_t { kNumber, kText };
enum class Presence : std::uint8_t { kAlways, kMaybe };

struct Column {
  std::string_view name;
  CellType type;
  Presence presence;
  // A column that always has a value has one also where a forged file gives it just this number.
  constexpr bool is_null(Cell cell) const { return cell == kNull && presence == Presence::kMaybe; }
};

// Halves of statements, which clang-format would take apart.
// clang-format off
#define BEGIN(Noun, table) struct Noun##Row {
#define COLUMN(name, type, presence) Cell name = kNull;
#define END(Noun) };
#include "present/export_columns.inc"
#undef BEGIN
#undef COLUMN
#undef END

#define BEGIN(Noun, table) inline constexpr auto k##Noun##Columns = std::to_array<Column>({
#define COLUMN(name, type, presence) {#name, CellType::type, Presence::presence},
#define END(Noun) });
#include "present/export_columns.inc"
#undef BEGIN
#undef COLUMN
#undef END

// clang-format on

#define COLUMN(name, type, presence)
#define END(Noun)
enum class TableId : std::uint8_t {
#define BEGIN(Noun, table) k##Noun,
#include "present/export_columns.inc"
#undef BEGIN
};

struct TableShape {
  std::string_view name;
  std::span<const Column> columns;
};

inline constexpr auto kAllTables = std::to_array<TableShape>({
#define BEGIN(Noun, table) {#table, k##Noun##Columns},
#include "present/export_columns.inc"
#undef BEGIN
});
#undef COLUMN
#undef END
inline constexpr std::size_t kTables = kAllTables.size();

constexpr const TableShape& shape_of(TableId table) {
  return kAllTables[static_cast<std::size_t>(table)];
}

}  // namespace mpitrace::present
