// SPDX-License-Identifier: BSD-3-Clause
// One pass over a file's frames: where its headers, chunks and live slots are and which bytes are none of these. Checks
// lengths and checksums, decodes no record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "format/live_slot.h"
#include "model/process.h"
#include "model/result.h"
#include "read/mapped_file.h"
#include "read/wire.h"

namespace mpitrace::read {

// A chunk's fixed prefix, and where its body is.
struct ChunkFrame {
  std::uint64_t process = 0;
  std::uint32_t thread = 0;
  std::uint64_t sequence = 0;
  std::uint64_t start_ticks = 0;
  std::uint64_t end_ticks = 0;
  std::uint64_t calls = 0;
  model::Anchor anchor;
  model::Loss loss;
  Bytes body;
  std::uint64_t bytes = 0;  // on disk, frame included
  std::uint64_t file_offset = 0;
  const MappedFile* file = nullptr;
};

// A live slot that holds an open chunk; `frame` is that chunk as if it had been closed.
struct OpenSlot {
  ChunkFrame frame;
  format::CurrentCall current{};
  std::int64_t current_object = 0;
  format::PendingPolls polls{};
};

struct FileScan {
  std::map<std::uint64_t, model::Process> headers;  // by process id
  std::vector<ChunkFrame> chunks;
  std::vector<OpenSlot> slots;
  std::vector<model::Damage> damage;
};

// Fails only for a file that says it is of a later format.
model::Result<FileScan> scan_file(const MappedFile& file);

}  // namespace mpitrace::read
