// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_file.h"

#include <algorithm>
#include <set>

#include "present/clock_text.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kDamageListed = 100;

// "key":value pairs of one object, a comma between them.
class Object {
 public:
  explicit Object(Text& text) : text_(text) { text_ << '{'; }
  Text& key(std::string_view name) {
    if (!std::exchange(is_first_, false)) text_ << ',';
    return text_.quoted(name) << ':';
  }
  void end() { text_ << '}'; }

 private:
  Text& text_;
  bool is_first_ = true;
};

void damage(const model::Run& run, Text& text) {
  text << '[';
  for (std::size_t i = 0; i < std::min(run.damage.size(), kDamageListed); ++i) {
    const model::Damage& one = run.damage[i];
    if (i > 0) text << ',';
    Object object(text);
    object.key("file").quoted(one.file);
    object.key("begin") << one.begin;
    object.key("end") << one.end;
    object.key("reason").quoted(one.reason);
    object.end();
  }
  text << ']';
}

}  // namespace

std::vector<TrackIds> track_ids(const model::Run& run) {
  std::size_t most_threads = 0;
  std::set<std::int32_t> taken;
  std::int32_t largest = 0;
  for (const model::Process& process : run.processes) {
    most_threads = std::max(most_threads, process.threads.size());
    largest = std::max(largest, process.rank.value);
  }
  // The first thread of all comes after the last process: rank 0's threads begin at `stride`.
  const std::uint64_t most_processes = static_cast<std::uint64_t>(largest) + 1 + run.processes.size();
  std::uint64_t stride = 1000;
  while (stride <= std::max<std::uint64_t>(most_threads, most_processes)) stride *= 10;
  std::vector<TrackIds> ids;
  std::uint64_t next = static_cast<std::uint64_t>(largest) + 2;
  for (const model::Process& process : run.processes) {
    const bool is_first = process.rank.value >= 0 && taken.insert(process.rank.value).second;
    const std::uint64_t pid = is_first ? static_cast<std::uint64_t>(process.rank.value) + 1 : next++;
    ids.push_back({pid, pid * stride});
  }
  return ids;
}

void chrome_begin(const model::Run& run, std::string_view version, Text& text) {
  const model::Coverage totals = run.coverage();
  text << "{\"displayTimeUnit\":\"ns\",\"otherData\":";
  Object object(text);
  object.key("recorded_by").quoted("mpitrace");
  object.key("merged_by").quoted(std::string("mpitrace ") + std::string(version));
  // As text: a number of this size does not survive a reader that knows only doubles.
  object.key("base_unix_ns").quoted(std::to_string(run.base_realtime_ns));
  object.key("job").quoted(run.job);
  if (!run.processes.empty()) {
    object.key("executable").quoted(run.processes.front().executable);
    object.key("mpi_library").quoted(run.processes.front().mpi_library);
    object.key("world_size") << run.processes.front().world_size;
  }
  object.key("processes") << run.processes.size();
  object.key("clock").quoted(clock_text(run));
  object.key("calls") << totals.calls;
  object.key("dropped_calls") << totals.dropped_calls;
  object.key("nested_calls") << totals.nested_calls;
  object.key("abandoned_calls") << totals.abandoned_calls;
  object.key("lost_chunks") << totals.lost_chunks;
  object.key("ranks_ended_early") << totals.ended_early;
  object.key("ranks_missing") << run.missing;
  object.key("damaged_places") << run.damage.size();
  object.key("damage");
  damage(run, text);
  object.end();
  text << ",\n\"traceEvents\":[\n";
}

void chrome_end(const TrackIds& first, const model::MessageCounts& counts, const model::CollectiveCounts& collectives,
                std::uint64_t unfinished, Text& text) {
  // All events end in a comma, so there must be a last one that does not: where the first rank is sorted, once more.
  text << "{\"ph\":\"M\",\"pid\":" << first.pid << ",\"tid\":" << first.first_tid
       << ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":" << first.pid - 1 << "}}\n],\n\"messages\":";
  Object object(text);
  object.key("sends") << counts.sends;
  object.key("receives") << counts.receives;
  object.key("matched") << counts.matched;
  object.key("unmatched_sends") << counts.unmatched_sends;
  object.key("unmatched_receives") << counts.unmatched_receives;
  object.key("unmatched_after_loss") << counts.after_loss;
  object.key("to_unknown_ranks") << counts.to_unknown;
  object.key("from_unknown_ranks") << counts.from_unknown;
  object.key("undecided_receives") << counts.undecided;
  object.key("received_before_sent") << counts.backward;
  object.end();
  text << ",\n\"collectives\":";
  Object operations(text);
  operations.key("operations") << collectives.operations;
  operations.key("calls") << collectives.calls;
  operations.key("incomplete") << collectives.incomplete;
  operations.key("mismatched") << collectives.mismatched;
  operations.end();
  text << ",\"unfinished_calls\":" << unfinished << "}\n";
}

}  // namespace mpitrace::present
