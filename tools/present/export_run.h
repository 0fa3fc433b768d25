// SPDX-License-Identifier: BSD-3-Clause
// What all ranks of an export share: the texts of cells, the numbers of call sites and calls, and the small tables that
// are known without a look at the calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"
#include "present/export_rows.h"

namespace mpitrace::present {

struct ExportOptions {
  model::Time from = model::kEarliest;
  model::Time to = model::kLatest;
  std::string ranks;  // as the user chose them
  std::string tool_version;
  bool touches(model::Time start, model::Time end) const { return start <= to && end >= from; }
};

// What the rows of a call site have in common.
struct SiteCells {
  Cell site_id = 0;
  Cell function = kNull;
  bool has_root = false;
  bool is_collective_on_parent = false;
};

class ExportRun {
 public:
  // All references must outlive it.
  ExportRun(const model::Run& run, const model::Communicators& communicators, const model::SiteNames& names,
            ExportOptions options);

  const model::Run& run() const { return run_; }
  const model::Communicators& communicators() const { return communicators_; }
  const ExportOptions& options() const { return options_; }
  Texts& texts() { return texts_; }
  const std::vector<SiteCells>& sites(std::size_t process) const { return sites_[process]; }
  // The rank in the world, null where nobody said.
  Cell rank(std::int32_t process) const;
  // Unique in the run, the same for the same run.
  Cell call_id(std::int32_t process, std::uint32_t thread, std::uint64_t number) const {
    return static_cast<Cell>(1 + first_thread_[static_cast<std::size_t>(process)] + thread + number * threads_);
  }

  void add_ranks(Rows& rows);
  void add_sites(Rows& rows);
  void add_communicators(Rows& rows);
  void add_run(Rows& rows);
  // Once all is merged.
  void add_quality(const model::MessageCounts& messages, const model::CollectiveCounts& collectives,
                   std::uint64_t split_collectives, Rows& rows);

 private:
  RankRow rank_row(std::size_t process);

  const model::Run& run_;
  const model::Communicators& communicators_;
  ExportOptions options_;
  Texts texts_;
  std::vector<SiteRow> site_rows_;
  std::vector<std::vector<SiteCells>> sites_;  // [process][site]
  std::vector<std::uint64_t> first_thread_;    // [process], among the run's
  std::uint64_t threads_ = 0;
};

}  // namespace mpitrace::present
