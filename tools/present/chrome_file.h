// SPDX-License-Identifier: BSD-3-Clause
// What stands around the events of a Chrome Trace Event file: the facts of the run before them, what became of the
// messages after them.
#pragma once

#include <string_view>
#include <vector>

#include "model/merged.h"
#include "model/process.h"
#include "present/chrome_rank.h"
#include "present/text.h"

namespace mpitrace::present {

// Ids for each process: pid is rank + 1 unless another process has that rank already.
std::vector<TrackIds> track_ids(const model::Run& run);

void chrome_begin(const model::Run& run, std::string_view version, Text& text);
void chrome_end(const TrackIds& first, const model::MessageCounts& counts, const model::CollectiveCounts& collectives,
                std::uint64_t unfinished, Text& text);

}  // namespace mpitrace::present
