// SPDX-License-Identifier: BSD-3-Clause
#include "read/file_scan.h"

#include <cstring>

#include "format/chunk.h"
#include "format/crc32c.h"
#include "read/header.h"

namespace mpitrace::read {
namespace {

using format::kChunkMessageAt;
using format::kChunkPrefixBytes;

constexpr std::uint64_t kMostLooks = 8;  // at each byte of a damaged file

// Fields of TraceFile.
constexpr std::uint32_t kHeader = 1;
constexpr std::uint32_t kLive = 2;
constexpr std::uint32_t kChunk = 3;
constexpr std::uint8_t kChunkTag = 0x1a;
constexpr std::uint8_t kMagicTag = 0x0d;
constexpr std::uint8_t kCrcTag = 0x15;

// Fields that no writer makes, now or later, but a damaged tag does: ours of another wire type, and a chunk under
// another number.
bool is_mistaken(const Fields& field) {
  if (field.number() <= kChunk) return !field.is_bytes();
  constexpr std::size_t kMagicIn = format::kMagicAt - kChunkMessageAt;
  const Bytes bytes = field.bytes();
  return bytes.size() >= kMagicIn + 4 && load<std::uint32_t>(bytes.data() + kMagicIn) == format::kChunkMagic;
}

class Scanner {
 public:
  explicit Scanner(const MappedFile& file) : file_(file), bytes_(file.bytes()) {}

  model::Result<FileScan> scan() {
    if (bytes_.empty())
      scan_.damage.push_back(
          {file_.path(), 0, 0, "is empty (its process was killed before it wrote, or the disk was full)"});
    while (at_ < bytes_.size() && refusal_.empty()) {
      if (!take_field()) skip_damage();
    }
    if (!refusal_.empty()) return model::Error{file_.path() + ": " + refusal_};
    name_first_damage();
    return std::move(scan_);
  }

 private:
  bool take_field();
  bool take_header(Bytes message);
  bool take_slot(std::span<std::uint8_t> slot);
  bool take_chunk(Bytes message);
  void skip_damage();
  void name_first_damage();
  std::size_t next_chunk_after(std::size_t from) const;

  const MappedFile& file_;
  std::span<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t process_ = 0;  // of the good bytes before at_
  FileScan scan_;
  std::uint64_t wrongly_checked_ = 0;  // bytes of chunks whose checksum was wrong
  std::string reason_;                 // of the damage at at_
  std::string refusal_;                // of the whole file
};

bool Scanner::take_field() {
  Fields field(Bytes(bytes_).subspan(at_));
  reason_ = "no field of a trace file";
  if (!field.next()) {
    if (field.is_bytes() && field.number() <= kChunk) reason_ = "the file ends inside a chunk, or its length is wrong";
    return false;
  }
  const std::size_t end = static_cast<std::size_t>(field.bytes().data() - bytes_.data()) + field.bytes().size();
  bool is_good = !is_mistaken(field);
  if (is_good && field.number() == kHeader) is_good = take_header(field.bytes());
  if (is_good && field.number() == kLive) is_good = take_slot(bytes_.subspan(at_, end - at_));
  if (is_good && field.number() == kChunk) is_good = take_chunk(field.bytes());
  if (is_good) at_ = end;
  return is_good;
}

bool Scanner::take_header(Bytes message) {
  model::Process process;
  const auto version = read_header(message, process);
  if (version > format::kFormatVersion) {
    refusal_ = "is of format version " + std::to_string(version) + ", this mpitrace reads up to " +
               std::to_string(format::kFormatVersion) + " (a newer mpitrace can read it)";
    return false;
  }
  reason_ = "a header that cannot be read";
  if (version == 0 || process.id == 0) return false;
  process.file_bytes = message.size() + 2;
  process_ = process.id;
  scan_.headers[process.id] = std::move(process);
  return true;
}

bool Scanner::take_chunk(Bytes message) {
  const std::uint8_t* prefix = message.data() - kChunkMessageAt;
  reason_ = "a chunk with a wrong prefix";
  if (message.size() < kChunkPrefixBytes - kChunkMessageAt || message.size() > format::kMaxChunkBytes) return false;
  const bool has_tags = prefix == bytes_.data() + at_ && prefix[format::kMagicAt - 1] == kMagicTag &&
                        prefix[format::kCrcAt - 1] == kCrcTag;
  if (!has_tags || load<std::uint32_t>(prefix + format::kMagicAt) != format::kChunkMagic) return false;
  reason_ = "a chunk whose checksum is wrong";
  const std::size_t checked = message.size() - (format::kCheckedAt - kChunkMessageAt);
  if (load<std::uint32_t>(prefix + format::kCrcAt) != format::crc32c(prefix + format::kCheckedAt, checked)) {
    wrongly_checked_ += checked;
    return false;
  }
  ChunkFrame frame;
  frame.process = load<std::uint64_t>(prefix + format::kProcessAt);
  frame.thread = load<std::uint32_t>(prefix + format::kThreadAt);
  frame.sequence = load<std::uint64_t>(prefix + format::kSequenceAt);
  frame.start_ticks = load<std::uint64_t>(prefix + format::kStartTicksAt);
  frame.end_ticks = load<std::uint64_t>(prefix + format::kEndTicksAt);
  frame.calls = load<std::uint32_t>(prefix + format::kCallsAt);
  const auto number = [&](std::size_t at, std::size_t n) { return load<std::uint64_t>(prefix + at + 1 + 9 * n); };
  frame.anchor = {number(format::kAnchorAt, 0), number(format::kAnchorAt, 1), number(format::kAnchorAt, 2)};
  frame.loss = {number(format::kLossAt, 0), number(format::kLossAt, 1), number(format::kLossAt, 2),
                number(format::kLossAt, 3)};
  frame.body = message.subspan(kChunkPrefixBytes - kChunkMessageAt);
  frame.bytes = kChunkMessageAt + message.size();
  frame.file_offset = at_;
  frame.file = &file_;
  reason_ = "a chunk of process 0";
  if (frame.process == 0) return false;
  process_ = frame.process;
  scan_.chunks.push_back(frame);
  file_.forget(frame.body);
  return true;
}

// Writes the length of the record field that was open, so that the slot's body is whole. The page is ours alone.
bool close_open_record(std::span<std::uint8_t> chunk, std::uint64_t open_record) {
  if (open_record == 0) return true;
  if (open_record < kChunkPrefixBytes || open_record > chunk.size() - format::kRecordLengthBytes) return false;
  std::uint64_t length = chunk.size() - open_record - format::kRecordLengthBytes;
  for (std::size_t i = 0; i < format::kRecordLengthBytes; ++i) {
    const bool is_last = i + 1 == format::kRecordLengthBytes;
    chunk[open_record + i] = static_cast<std::uint8_t>((length & 0x7fU) | (is_last ? 0U : 0x80U));
    length >>= 7U;
  }
  return length == 0;
}

bool Scanner::take_slot(std::span<std::uint8_t> slot) {
  reason_ = "a live slot that makes no sense";
  if (slot.size() < format::kLiveHeaderBytes) return false;
  const auto live = load<format::LiveSlot>(slot.data());
  if (live.magic == 0 || live.process == 0 || live.used_bytes == 0) return true;  // never used
  if (live.magic != format::kLiveMagic) return false;
  const std::size_t room = slot.size() - format::kLiveHeaderBytes;
  if (live.used_bytes < kChunkPrefixBytes || live.used_bytes > room || live.used_bytes > format::kMaxChunkBytes)
    return false;
  const auto chunk = slot.subspan(format::kLiveHeaderBytes, live.used_bytes);
  if (!close_open_record(chunk, live.open_record)) return false;
  process_ = live.process;
  OpenSlot open;
  open.frame = {
      live.process, live.thread, live.sequence, live.start_ticks, live.end_ticks, live.calls, {}, {}, {}, 0, 0,
      nullptr};
  open.frame.loss = {live.loss.dropped_calls, live.loss.lost_chunks, live.loss.nested_calls, live.loss.abandoned_calls};
  open.frame.body = chunk.subspan(kChunkPrefixBytes);
  open.frame.bytes = live.used_bytes;
  open.frame.file_offset = at_ + format::kLiveHeaderBytes;
  open.frame.file = &file_;
  open.current = live.current;
  open.current_object = live.current_object;
  open.polls = live.polls;
  scan_.slots.push_back(open);
  return true;
}

std::size_t Scanner::next_chunk_after(std::size_t from) const {
  constexpr std::size_t kMagicFrom = format::kMagicAt - 1;  // the tag 0d and "MPTC"
  std::uint8_t wanted[5] = {kMagicTag};
  std::memcpy(wanted + 1, &format::kChunkMagic, 4);
  std::size_t at = from + kMagicFrom;
  while (at < bytes_.size()) {
    const void* found = ::memmem(bytes_.data() + at, bytes_.size() - at, wanted, sizeof wanted);
    if (found == nullptr) break;
    const auto place = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes_.data());
    if (bytes_[place - kMagicFrom] == kChunkTag) return place - kMagicFrom;
    at = place + 1;
  }
  return bytes_.size();
}

void Scanner::skip_damage() {
  if (!refusal_.empty()) return;
  // A forged file can be full of chunks that reach over each other; looking into each would take the square of its
  // size.
  const bool is_hopeless = wrongly_checked_ / kMostLooks > bytes_.size() + format::kMaxChunkBytes;
  const std::size_t next = is_hopeless ? bytes_.size() : next_chunk_after(at_ + 1);
  auto& damage = scan_.damage;
  if (!damage.empty() && damage.back().end == at_) {
    damage.back().end = next;
  } else {
    damage.push_back({file_.path(), at_, next, reason_, process_});
  }
  at_ = next;
}

// Nothing good stands before the first bytes of a file; what comes behind says whose they are.
void Scanner::name_first_damage() {
  if (scan_.damage.empty() || scan_.damage.front().process != 0) return;
  if (!scan_.headers.empty()) scan_.damage.front().process = scan_.headers.begin()->first;
  if (!scan_.slots.empty()) scan_.damage.front().process = scan_.slots.front().frame.process;
  if (!scan_.chunks.empty()) scan_.damage.front().process = scan_.chunks.front().process;
}

}  // namespace

model::Result<FileScan> scan_file(const MappedFile& file) {
  return Scanner(file).scan();
}

}  // namespace mpitrace::read
