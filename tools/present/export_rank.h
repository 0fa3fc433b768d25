// SPDX-License-Identifier: BSD-3-Clause
// One process's merged records -> rows of calls, messages, regions and steps, and its parts of collectives. A message
// is a row of its receiver; where that has no record, of its sender.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/merged.h"
#include "present/export_arguments.h"
#include "present/export_collectives.h"
#include "present/export_run.h"

namespace mpitrace::present {

// What a rank has to say of a slice of the run.
struct ExportBlock {
  std::array<Rows, kTables> rows;
  std::vector<CollectivePart> collectives;

  Rows& of(TableId table) { return rows[static_cast<std::size_t>(table)]; }
};

class ExportRank final : public model::MergedSink {
 public:
  // `shared` must outlive it.
  ExportRank(ExportRun& shared, std::size_t process);

  void take(const model::MergedRecord& merged) override;
  void take_late(const model::LateReceipt& late) override;
  void take_lone(const model::LoneEnd& lone) override;
  // What is still open at the end of the run.
  void finish();

  ExportBlock& block() { return block_; }

 private:
  struct Region {
    Cell name = kNull;
    model::Time start;
  };
  struct Thread {
    std::vector<Region> regions;
    Cell step = kNull;
  };

  CallRow row_of(const model::Record& record, std::uint32_t thread, std::uint32_t site) const;
  void put_wait(const model::MergedRecord& merged, CallRow& row) const;
  void take_call(const model::MergedRecord& merged);
  void take_collective(const model::Record& record, const ExportGroup* group, const CallRow& row);
  void take_polls(const model::MergedRecord& merged);
  void take_unfinished(const model::MergedRecord& merged);
  void end_region(model::Time end, std::uint32_t thread, bool is_unfinished);
  void take_step(const model::Record& record, std::uint32_t thread);
  void take_receipt(const model::Receipt& receipt, std::uint32_t thread, std::uint64_t number, model::Time start,
                    model::Time end);

  ExportRun& shared_;
  const model::Process& process_;
  const std::vector<SiteCells>& sites_;
  std::int32_t index_;
  Cell rank_;
  std::array<Cell, 5> wait_kinds_;  // by WaitCause
  Cell late_sender_;
  ExportArguments arguments_;
  std::vector<Thread> threads_;
  ExportBlock block_;
};

}  // namespace mpitrace::present
