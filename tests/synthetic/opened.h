// SPDX-License-Identifier: BSD-3-Clause
// Synthetic bytes as a run that tests can ask.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "merge/clocks.h"
#include "read/run.h"

namespace mpitrace::synthetic {

using NamedBytes = std::vector<std::pair<std::string, std::string>>;

inline std::vector<read::MappedFile> as_files(const NamedBytes& files) {
  std::vector<read::MappedFile> mapped;
  for (const auto& [name, bytes] : files)
    mapped.push_back(read::MappedFile::from_bytes(name, {bytes.begin(), bytes.end()}));
  return mapped;
}

// On one clock and ready to be read. Fails the test by an assertion in Result if it cannot be opened.
inline read::OpenRun opened(const NamedBytes& files, const read::RunChoice& choice = {}) {
  model::Workers workers(1);
  auto open = read::open_run(as_files(files), choice, workers);
  read::OpenRun run = std::move(*open);
  merge::align_clocks(run.run);
  run.start_clocks();
  return run;
}

}  // namespace mpitrace::synthetic
