// SPDX-License-Identifier: BSD-3-Clause
// What the files hold of one process: gathered from their scans, then sorted by thread and number. Decodes nothing.
#pragma once

#include <set>
#include <vector>

#include "model/process.h"
#include "read/file_scan.h"
#include "read/thread_reader.h"

namespace mpitrace::read {

struct Part {
  model::Process process;
  std::vector<ChunkFrame> chunks;
  std::vector<OpenSlot> slots;
  std::set<const MappedFile*> files;
  bool has_live_file = false;  // one that is named after its log is here, whatever it holds

  bool is_closed() const;         // nothing says that it still ran: no .part, no .live, no slot in use
  const MappedFile* log() const;  // null where only a live file is left
};

// By thread and number; of two with the same number one is kept and the other counted, and a slot only if no chunk has
// its number.
std::vector<ThreadChunks> sort_chunks(Part& part);

}  // namespace mpitrace::read
