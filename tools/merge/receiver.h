// SPDX-License-Identifier: BSD-3-Clause
// The second look at a process's records: follows its requests, matches its receives with what was queued for them, and
// passes each record on with what it found.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "merge/collectives.h"
#include "merge/open_map.h"
#include "merge/receives.h"
#include "merge/record_order.h"
#include "merge/send_queue.h"
#include "merge/sender.h"
#include "merge/sends.h"
#include "model/communicator.h"
#include "model/merged.h"

namespace mpitrace::merge {

// By process. They stand still while receivers work.
using Senders = std::vector<std::unique_ptr<Sender>>;

class Receiver {
 public:
  Receiver(std::int32_t process, const model::Communicators& communicators, const Senders& senders,
           Collectives& collectives, RecordOrder records, FlowNumbers messages, FlowNumbers operations,
           model::MergedSink& sink);

  // Passes on what ended before `limit`.
  void advance(model::Time limit);
  // After the last slice.
  void finish(model::MessageCounts& counts);
  Reach reach() const;
  Collectives::Done& collectives_left() { return left_; }

 private:
  struct Request {
    bool is_persistent = false;
    bool is_to_nobody = false;  // persistent, and its peer is MPI_PROC_NULL
    bool is_active = false;
    bool has_receive = false;
    bool is_shown = false;
    std::int64_t communicator = 0;  // of the receive
    std::int64_t source = 0;
    std::int64_t tag = 0;
    std::int64_t bytes = 0;
    std::uint64_t flow = 0;
    Receive* receive = nullptr;
  };
  // A receive done here whose send is not queued yet: the clocks of two machines differ, or it is nowhere.
  struct Early {
    Path path;
    std::uint64_t k;
    Place place;
  };

  void take(const model::Record& record);
  void take_call(const model::Record& record);
  void take_receive(const model::Record& record, model::Field source, model::Field tag);
  void take_matched_probe(const model::Record& record);
  void take_matched_receive(const model::Record& record);
  Receive* post(std::int64_t communicator, std::int64_t source, std::int64_t tag);
  void done(Receive& receive);
  void make_request(const model::Record& record);
  void start(std::uint64_t id, const model::Record& record);
  void begin(Request& request, const model::Record& record);
  void complete(std::uint64_t id, const model::RequestEntry* entry, const model::Record& record);
  void free_request(std::uint64_t id, const model::Record& record);
  void cancel(std::uint64_t id);
  void lose_track();
  Place place() const;

  PathState* find_path(std::int64_t communicator, std::int64_t source, std::int64_t tag);
  void settle(PathState& path, std::uint64_t k, const Place& place);
  void deliver(const Sent& sent, const Path& path, const Place& place);
  void miss(const Path& path, const Place& done);
  void miss_unknown(std::int64_t communicator, std::int64_t source, std::int64_t tag, const Place& done);
  void retry_early(bool is_last);
  void drop_idle_paths();

  std::int32_t process_;
  const model::Communicators& communicators_;
  const Senders& senders_;
  Collectives& collectives_;
  RecordOrder records_;
  FlowNumbers message_flows_;
  FlowNumbers operation_flows_;
  model::MergedSink& sink_;

  Sends sends_;
  OpenMap<Id, Request> requests_;
  OpenMap<Id, Receive*> probed_;  // matched messages by id
  OpenMap<Path, std::unique_ptr<PathState>> paths_;
  std::size_t paths_after_drop_ = 0;
  Receives receives_;
  Collectives::Done left_;
  std::vector<Early> early_;
  std::int64_t bytes_in_flight_ = 0;
  std::int64_t requests_in_flight_ = 0;
  bool has_loss_ = false;
  model::MessageCounts counts_;

  const model::Record* record_ = nullptr;  // the one at hand, null between two; and what is found for it
  std::uint64_t record_number_ = 0;
  std::vector<std::uint64_t> sent_;
  std::vector<model::Receipt> received_;
  std::vector<std::uint64_t> began_;
  std::vector<std::uint64_t> completed_;
};

}  // namespace mpitrace::merge
