// SPDX-License-Identifier: BSD-3-Clause
#include "present/parquet_column.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "present/export_rows.h"
#include "present/parquet_pack.h"
#include "present/run_length.h"
#include "present/thrift.h"

namespace mpitrace::present {
namespace {

// A number that takes more values than this in a row group is written as it is.
constexpr std::size_t kMostNumbers = 4096;
constexpr std::size_t kMostTexts = std::size_t{1} << 24U;
constexpr std::size_t kLongestLimit = 64;  // bytes of a text that stands in the footer

// Different values in the order of their first appearance, and which one each is.
struct Dictionary {
  std::vector<Cell> values;
  std::vector<std::uint32_t> indexes;
};

class DictionaryMaker {
 public:
  // Nothing where there are more values than `most`.
  static std::optional<Dictionary> make(const std::vector<Cell>& cells, std::size_t most) {
    DictionaryMaker maker;
    maker.made_.indexes.resize(cells.size());
    for (std::size_t i = 0, same = 0; i < cells.size(); ++i) {
      if (i == 0 || cells[i] != cells[same]) {
        maker.made_.indexes[i] = maker.index_of(cells[i]);
        if (maker.made_.values.size() > most) return std::nullopt;
        same = i;
      } else {
        maker.made_.indexes[i] = maker.made_.indexes[same];
      }
    }
    return std::move(maker.made_);
  }

 private:
  std::size_t place_of(Cell cell) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(cell) * 0x9e37'79b9'7f4a'7c15ULL;
    std::size_t place = (mixed ^ mixed >> 32U) & (slots_.size() - 1);
    while (slots_[place] != 0 && made_.values[slots_[place] - 1] != cell) place = (place + 1) & (slots_.size() - 1);
    return place;
  }
  std::uint32_t index_of(Cell cell) {
    if (const std::size_t place = place_of(cell); slots_[place] != 0) return slots_[place] - 1;
    if (2 * (made_.values.size() + 1) > slots_.size()) grow();
    made_.values.push_back(cell);
    const auto number = static_cast<std::uint32_t>(made_.values.size());
    slots_[place_of(cell)] = number;
    return number - 1;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < made_.values.size(); ++i)
      slots_[place_of(made_.values[i])] = static_cast<std::uint32_t>(i + 1);
  }

  Dictionary made_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, 0);  // index + 1; 0: free
};

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  static_assert(std::endian::native == std::endian::little, "values are copied as they are");
  std::string text(bytes, '\0');
  std::memcpy(text.data(), &value, bytes);
  return text;
}

std::string plain(CellType type, const std::vector<Cell>& values) {
  std::string body;
  if (type == CellType::kNumber) {
    body.resize(values.size() * sizeof(Cell));
    if (!values.empty()) std::memcpy(body.data(), values.data(), body.size());
    return body;
  }
  for (const Cell cell : values) {
    const std::string& text = Texts::text(cell);
    body += little_endian(text.size(), 4);
    body += text;
  }
  return body;
}

// Which rows have a value.
std::string presence(std::span<const Cell> cells) {
  std::vector<std::uint32_t> levels(cells.size());
  std::transform(cells.begin(), cells.end(), levels.begin(), [](Cell cell) { return cell == kNull ? 0U : 1U; });
  std::string runs;
  put_run_lengths(levels, 1, runs);
  return little_endian(runs.size(), 4) + runs;
}

}  // namespace

ParquetColumn::ParquetColumn(const Column& column, std::span<const Cell> cells)
    : column_(column), rows_(static_cast<std::int64_t>(cells.size())) {
  std::vector<Cell> values;
  values.reserve(cells.size());
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(values),
               [&](Cell cell) { return !column.is_null(cell); });
  nulls_ = static_cast<std::int64_t>(cells.size() - values.size());
  std::string body = column.presence == Presence::kMaybe ? presence(cells) : std::string();
  const bool is_text = column.type == CellType::kText;
  const auto dictionary = DictionaryMaker::make(values, is_text ? kMostTexts : kMostNumbers);
  if (!dictionary || values.empty()) {
    find_limits(values);
    put_page(Page::kData, Encoding::kPlain, cells.size(), body + plain(column.type, values));
    return;
  }
  find_limits(dictionary->values);
  put_page(Page::kDictionary, Encoding::kPlain, dictionary->values.size(), plain(column.type, dictionary->values));
  dictionary_bytes_ = static_cast<std::int64_t>(bytes_.size());
  const auto width =
      static_cast<unsigned>(std::max(std::bit_width(dictionary->values.size() - 1), std::bit_width(1UL)));
  body += static_cast<char>(width);
  put_run_lengths(dictionary->indexes, width, body);
  put_page(Page::kData, Encoding::kDictionary, cells.size(), body);
}

void ParquetColumn::put_page(Page page, Encoding encoding, std::size_t values, const std::string& body) {
  const std::string packed = pack_page(body);
  ThriftStruct of_kind;
  of_kind.number(1, static_cast<std::int32_t>(values)).number(2, static_cast<std::int32_t>(encoding));
  if (page == Page::kData) {
    constexpr auto kLevels = static_cast<std::int32_t>(Encoding::kRunLength);
    of_kind.number(3, kLevels).number(4, kLevels);
  }
  ThriftStruct head;
  head.number(1, static_cast<std::int32_t>(page))
      .number(2, static_cast<std::int32_t>(body.size()))
      .number(3, static_cast<std::int32_t>(packed.size()))
      .structure(page == Page::kData ? 5 : 7, of_kind.bytes());
  const std::string head_bytes = head.bytes();
  unpacked_bytes_ += static_cast<std::int64_t>(head_bytes.size() + body.size());
  bytes_ += head_bytes;
  bytes_ += packed;
}

void ParquetColumn::find_limits(const std::vector<Cell>& values) {
  if (values.empty()) return;
  if (column_.type == CellType::kNumber) {
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    least_ = little_endian(static_cast<std::uint64_t>(*least), sizeof(Cell));
    largest_ = little_endian(static_cast<std::uint64_t>(*largest), sizeof(Cell));
    return;
  }
  const auto [least, largest] =
      std::minmax_element(values.begin(), values.end(), [](Cell a, Cell b) { return Texts::text(a) < Texts::text(b); });
  if (std::max(Texts::text(*least).size(), Texts::text(*largest).size()) > kLongestLimit) return;
  least_ = Texts::text(*least);
  largest_ = Texts::text(*largest);
}

std::string ParquetColumn::metadata(std::int64_t offset) const {
  const bool is_text = column_.type == CellType::kText;
  const bool has_dictionary = dictionary_bytes_ > 0;
  std::vector<std::int32_t> encodings{static_cast<std::int32_t>(Encoding::kPlain),
                                      static_cast<std::int32_t>(Encoding::kRunLength)};
  if (has_dictionary) encodings.push_back(static_cast<std::int32_t>(Encoding::kDictionary));
  ThriftStruct statistics;
  statistics.long_number(3, nulls_);
  const bool has_limits = nulls_ < rows_ && (!is_text || !largest_.empty());
  if (has_limits) statistics.text(5, largest_).text(6, least_);
  ThriftStruct meta;
  meta.number(1, is_text ? kByteArray : kInt64)
      .numbers(2, encodings)
      .texts(3, {column_.name})
      .number(4, kParquetCodec)
      .long_number(5, rows_)
      .long_number(6, unpacked_bytes_)
      .long_number(7, static_cast<std::int64_t>(bytes_.size()))
      .long_number(9, offset + dictionary_bytes_);
  if (has_dictionary) meta.long_number(11, offset);
  meta.structure(12, statistics.bytes());
  return ThriftStruct().long_number(2, offset).structure(3, meta.bytes()).bytes();
}

}  // namespace mpitrace::present
