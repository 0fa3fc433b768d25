// SPDX-License-Identifier: BSD-3-Clause
#include "present/text.h"

#include <algorithm>
#include <utility>

namespace mpitrace::present {
namespace {

// Length of the UTF-8 sequence at `at`; 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80U) return 0;
  }
  if (first == 0xe0 && byte(at + 1) < 0xa0) return 0;
  if (first == 0xed && byte(at + 1) >= 0xa0) return 0;
  if (first == 0xf0 && byte(at + 1) < 0x90) return 0;
  if (first == 0xf4 && byte(at + 1) >= 0x90) return 0;
  return length;
}

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD, for what is not UTF-8

thread_local Text g_spare;

}  // namespace

void Text::reuse(Text text) {
  text.clear();
  if (text.capacity_ > g_spare.capacity_) g_spare = std::move(text);
}

void Text::grow(std::size_t bytes) {
  if (capacity_ == 0 && g_spare.capacity_ >= bytes) {
    *this = std::move(g_spare);
    return;
  }
  const std::size_t wanted = std::max<std::size_t>({4096, capacity_ * 2, size_ + bytes});
  auto larger = std::unique_ptr<char[]>(new char[wanted]);  // not value-initialised: it is written next
  if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_);
  data_ = std::move(larger);
  capacity_ = wanted;
}

Text& Text::valid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    *this << (length == 0 ? kReplacement : text.substr(at, length));
    at += std::max<std::size_t>(length, 1);
  }
  return *this;
}

std::string valid_text(std::string_view text) {
  Text valid;
  valid.valid(text);
  return std::string(valid.view());
}

Text& Text::quoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  *this << '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = sequence_length(text, at);
    if (length == 0) {
      *this << kReplacement;
      ++at;
    } else if (byte < 0x20 || byte == 0x7f) {
      *this << "\\u00" << kHex[byte >> 4U] << kHex[byte & 15U];
      ++at;
    } else {
      if (byte == '"' || byte == '\\') *this << '\\';
      *this << text.substr(at, length);
      at += length;
    }
  }
  return *this << '"';
}

}  // namespace mpitrace::present
