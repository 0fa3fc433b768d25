// SPDX-License-Identifier: BSD-3-Clause
// A call's arguments -> the cells of its row: communicators, windows and files by their numbers in the run, ranks as
// those of the world.
#pragma once

#include <cstdint>
#include <string>

#include "model/call.h"
#include "model/communicator.h"
#include "present/export_run.h"

namespace mpitrace::present {

// A communicator as a process sees it; a window or file, whose ranks are those of the communicator it is on.
struct ExportGroup {
  Cell comm_id = kNull;
  Cell object = kNull;
  std::int64_t maker = -1;  // sequence of the collective that made the window or file
  std::int64_t members = 0;
  const model::Members* peers = nullptr;
  bool is_world = false;
};

// Those of one process.
class ExportArguments {
 public:
  // `shared` must outlive it.
  ExportArguments(ExportRun& shared, std::size_t process);

  // What the call is on; nullptr: on nothing, or nothing known.
  const ExportGroup* group_of(const model::Record& record) const;
  void put(const model::Record& record, const ExportGroup* group, CallRow& row) const;
  // Of the call a thread was in when its process stopped.
  void put_unfinished(const model::Record& record, CallRow& row) const;

 private:
  template <class Local>
  void add_group(std::int64_t id, const Local& local, const std::string& name, model::ById<ExportGroup>& groups);
  Cell rank_in_world(const ExportGroup* group, std::int64_t rank) const;
  void put_envelope(const model::Record& record, model::Field peer, model::Field tag, const ExportGroup* group,
                    CallRow& row) const;
  void put_by_kind(const model::Record& record, const ExportGroup* group, CallRow& row) const;

  ExportRun& shared_;
  const std::vector<SiteCells>& sites_;
  model::ById<ExportGroup> communicators_;  // by local id
  model::ById<ExportGroup> windows_;
  model::ById<ExportGroup> files_;
};

}  // namespace mpitrace::present
