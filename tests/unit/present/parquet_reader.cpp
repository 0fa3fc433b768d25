// SPDX-License-Identifier: BSD-3-Clause
#include "unit/present/parquet_reader.h"

#include <gtest/gtest.h>
#include <zlib.h>
#ifdef MPITRACE_TEST_ZSTD
#include <zstd.h>
#endif

#include <cstring>
#include <map>
#include <stdexcept>

namespace mpitrace::tests {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error("not such a Parquet file: " + what);
}
void expect(bool holds, const std::string& what) {
  if (!holds) refuse(what);
}

// A value of Thrift's compact protocol, whatever it is.
struct Value {
  std::int64_t number = 0;
  std::string text;
  std::vector<Value> list;
  std::map<int, Value> fields;
  const Value& operator[](int id) const {
    const auto found = fields.find(id);
    if (found == fields.end()) refuse("no field " + std::to_string(id));
    return found->second;
  }
  bool has(int id) const { return fields.contains(id); }
};

class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}
  std::size_t at() const { return at_; }
  unsigned byte() {
    expect(at_ < bytes_.size(), "it ends early");
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::string_view take(std::size_t count) {
    expect(count <= bytes_.size() - at_, "it ends early");
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned part = byte();
      value |= std::uint64_t{part & 0x7fU} << shift;
      if (part < 0x80) return value;
    }
  }
  std::uint32_t four() {
    std::uint32_t value = 0;
    std::memcpy(&value, take(4).data(), 4);
    return value;
  }
  Value structure() {
    Value value;
    for (int id = 0;;) {
      const unsigned head = byte();
      if (head == 0) return value;
      id = (head >> 4U) != 0 ? id + static_cast<int>(head >> 4U) : static_cast<int>(zigzag());
      value.fields[id] = of_type(head & 15U);
    }
  }

 private:
  std::int64_t zigzag() {
    const std::uint64_t value = uleb();
    return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
  }
  Value of_type(unsigned type) {
    Value value;
    if (type >= 4 && type <= 6) {
      value.number = zigzag();
    } else if (type == 8) {
      value.text = take(uleb());
    } else if (type == 9) {
      const unsigned head = byte();
      const std::uint64_t size = (head >> 4U) == 15 ? uleb() : head >> 4U;
      for (std::uint64_t i = 0; i < size; ++i) value.list.push_back(of_type(head & 15U));
    } else if (type == 12) {
      value = structure();
    } else {
      refuse("type " + std::to_string(type));
    }
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

std::string unpacked(std::string_view packed, std::size_t size, std::int64_t codec) {
  std::string bytes(size, '\0');
  if (codec == 2) {
    z_stream stream{};
    expect(inflateInit2(&stream, 15 + 16) == Z_OK, "zlib");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    expect(inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == size, "a page of another size");
    inflateEnd(&stream);
    return bytes;
  }
#ifdef MPITRACE_TEST_ZSTD
  expect(codec == 6, "codec " + std::to_string(codec));
  expect(ZSTD_decompress(bytes.data(), size, packed.data(), packed.size()) == size, "a page of another size");
  return bytes;
#else
  refuse("codec " + std::to_string(codec));
#endif
}

std::string number_text(std::string_view eight_bytes) {
  std::int64_t number = 0;
  expect(eight_bytes.size() == sizeof number, "no number of 64 bits");
  std::memcpy(&number, eight_bytes.data(), sizeof number);
  return std::to_string(number);
}

std::vector<std::string> plain(Cursor& cursor, bool is_text, std::size_t count) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(is_text ? std::string(cursor.take(cursor.four())) : number_text(cursor.take(8)));
  return values;
}

struct Page {
  Value head;
  std::string body;
};

Page read_page(Cursor& cursor, std::int64_t codec) {
  Page page;
  page.head = cursor.structure();
  const auto packed_bytes = static_cast<std::size_t>(page.head[3].number);
  page.body = unpacked(cursor.take(packed_bytes), static_cast<std::size_t>(page.head[2].number), codec);
  return page;
}

// The column's values of one row group, nulls included.
std::vector<std::optional<std::string>> read_chunk(std::string_view file, const Value& meta, bool is_text,
                                                   bool is_optional) {
  const auto data_offset = static_cast<std::size_t>(meta[9].number);
  const std::size_t offset = meta.has(11) ? static_cast<std::size_t>(meta[11].number) : data_offset;
  Cursor cursor(file.substr(offset));
  std::vector<std::string> dictionary;
  if (meta.has(11)) {
    const Page page = read_page(cursor, meta[4].number);
    expect(page.head[1].number == 2, "no dictionary page");
    Cursor body(page.body);
    dictionary = plain(body, is_text, static_cast<std::size_t>(page.head[7][1].number));
    expect(body.at() == page.body.size(), "bytes behind the dictionary");
    expect(offset + cursor.at() == data_offset, "data_page_offset");
  }
  const Page page = read_page(cursor, meta[4].number);
  expect(page.head[1].number == 0, "no data page");
  expect(static_cast<std::int64_t>(cursor.at()) == meta[7].number, "total_compressed_size");
  const auto rows = static_cast<std::size_t>(page.head[5][1].number);
  expect(static_cast<std::int64_t>(rows) == meta[5].number, "num_values");
  Cursor body(page.body);
  std::vector<std::uint32_t> present(rows, 1);
  if (is_optional) present = read_run_lengths(body.take(body.four()), 1, rows);
  std::size_t count = 0;
  for (const std::uint32_t level : present) count += level;
  std::vector<std::string> values;
  if (page.head[5][2].number == 8) {
    const unsigned width = body.byte();
    for (const std::uint32_t index : read_run_lengths(std::string_view(page.body).substr(body.at()), width, count))
      values.push_back(dictionary.at(index));
  } else {
    expect(page.head[5][2].number == 0, "encoding");
    values = plain(body, is_text, count);
  }
  std::vector<std::optional<std::string>> cells;
  auto next = values.begin();
  for (const std::uint32_t level : present) cells.push_back(level == 0 ? std::nullopt : std::optional(*next++));
  return cells;
}

ParquetLimits read_limits(const Value& statistics, bool is_text) {
  ParquetLimits limits;
  limits.nulls = statistics[3].number;
  if (!statistics.has(5)) return limits;
  limits.largest = is_text ? statistics[5].text : number_text(statistics[5].text);
  limits.least = is_text ? statistics[6].text : number_text(statistics[6].text);
  return limits;
}

void read_schema(const Value& elements, ParquetContents& contents) {
  for (std::size_t i = 1; i < elements.list.size(); ++i) {
    const Value& element = elements.list[i];
    contents.names.push_back(element[4].text);
    contents.is_text.push_back(element[1].number == 6);
    contents.is_optional.push_back(element[3].number == 1);
    expect(element[1].number == 2 || (element[6].number == 0 && element[10].has(1)), "a text is no string");
  }
  expect(elements.list[0][5].number == static_cast<std::int64_t>(contents.names.size()), "num_children");
}

}  // namespace

std::vector<std::uint32_t> read_run_lengths(std::string_view bytes, unsigned bit_width, std::size_t count) {
  Cursor cursor(bytes);
  std::vector<std::uint32_t> values;
  while (values.size() < count) {
    const std::uint64_t head = cursor.uleb();
    if ((head & 1U) == 0) {
      std::uint32_t value = 0;
      for (unsigned shift = 0; shift < bit_width; shift += 8) value |= cursor.byte() << shift;
      expect(head >> 1U <= count - values.size(), "a run too long");
      values.insert(values.end(), head >> 1U, value);
      continue;
    }
    const std::string_view packed = cursor.take((head >> 1U) * bit_width);
    for (std::size_t i = 0; i < (head >> 1U) * 8 && values.size() < count; ++i) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < bit_width; ++bit) {
        const std::size_t place = i * bit_width + bit;
        value |= (unsigned{static_cast<unsigned char>(packed[place / 8])} >> place % 8 & 1U) << bit;
      }
      values.push_back(value);
    }
  }
  return values;
}

ParquetContents read_parquet(const std::string& bytes) {
  expect(bytes.size() > 12 && bytes.starts_with("PAR1") && bytes.ends_with("PAR1"), "no magic");
  Cursor tail(std::string_view(bytes).substr(bytes.size() - 8));
  const std::size_t footer_bytes = tail.four();
  Cursor cursor(std::string_view(bytes).substr(bytes.size() - 8 - footer_bytes, footer_bytes));
  const Value footer = cursor.structure();
  expect(cursor.at() == footer_bytes, "bytes behind the footer");
  ParquetContents contents;
  contents.created_by = footer[6].text;
  read_schema(footer[2], contents);
  expect(footer[7].list.size() == contents.names.size(), "column_orders");
  for (const Value& group : footer[4].list) {
    const std::size_t begin = contents.rows.size();
    contents.rows_of_groups.push_back(group[3].number);
    contents.rows.resize(begin + static_cast<std::size_t>(group[3].number));
    contents.limits.emplace_back();
    contents.has_dictionary.emplace_back();
    for (std::size_t i = 0; i < contents.names.size(); ++i) {
      const Value& meta = group[1].list.at(i)[3];
      expect(meta[3].list.at(0).text == contents.names[i], "path_in_schema");
      contents.limits.back().push_back(read_limits(meta[12], contents.is_text[i]));
      contents.has_dictionary.back().push_back(meta.has(11));
      const auto cells = read_chunk(bytes, meta, contents.is_text[i], contents.is_optional[i]);
      for (std::size_t row = 0; row < cells.size(); ++row) contents.rows.at(begin + row).push_back(cells[row]);
    }
  }
  expect(static_cast<std::int64_t>(contents.rows.size()) == footer[3].number, "num_rows");
  return contents;
}

}  // namespace mpitrace::tests
