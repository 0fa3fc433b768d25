// SPDX-License-Identifier: BSD-3-Clause
#include "cli/timeline_merge.h"

#include <utility>

#include "cli/progress.h"
#include "merge/merger.h"
#include "present/chrome_file.h"
#include "present/perfetto_file.h"

namespace mpitrace::cli {

model::Result<model::Nothing> TimelineMerge::add(const TimelineName& name) {
  auto output = present::Output::create(name.path);
  if (!output) return output.error();
  const present::TimelineSource source{
      run(), session_.communicators, sites_, MPITRACE_VERSION, {session_.time.from, session_.time.to}};
  std::unique_ptr<present::TimelineFile> form;
  if (name.format == TimelineFormat::kPerfetto) {
    form = std::make_unique<present::PerfettoFile>(source, !output->is_packed());
  } else {
    form = std::make_unique<present::ChromeFile>(source);
  }
  File& file = files_.emplace_back(File{std::move(form), std::move(*output), {}});
  for (std::size_t i = 0; i < run().processes.size(); ++i) {
    file.ranks.push_back(file.form->rank(i));
    file.ranks.back()->describe();
  }
  return model::Nothing{};
}

model::Result<model::MessageCounts> TimelineMerge::write(const Options& options) {
  present::Text text;
  for (File& file : files_) {
    file.form->begin(text);
    put(file, 0, text);
  }
  merge::Merger merger(run(), session_.communicators, sources_of(session_), make_sinks());
  const std::vector<model::Time> slices = slices_of(session_.open);
  const std::size_t blocks = slices.size() * run().processes.size();
  model::MessageCounts counts;
  {
    Progress progress(options, "merging", blocks);
    counts = merger.merge(slices, *session_.workers, [&](std::size_t slice, std::size_t rank) {
      put_rank(slice, rank, slice + 1 == slices.size());
      progress.step();
    });
  }
  collectives_ = merger.collectives();
  for (File& file : files_) {
    file.form->end(totals(file, counts), text);
    put(file, 1 + blocks, text);
    const auto written = file.output.close();
    if (!written) return written.error();
  }
  return counts;
}

present::TimelineTotals TimelineMerge::totals(const File& file, const model::MessageCounts& counts) const {
  present::TimelineTotals totals{counts, collectives_, 0, 0};
  for (const auto& rank : file.ranks) {
    totals.unfinished += rank->unfinished();
    totals.hidden_requests += rank->hidden_requests();
  }
  return totals;
}

Written TimelineMerge::written(const model::MessageCounts& counts) const {
  Written sum;
  for (const File& file : files_) sum.hidden_requests += totals(file, counts).hidden_requests;
  if (counted_.empty()) {
    sum.calls = run().coverage().calls;
    sum.messages = counts.matched;
  }
  for (const CountedSink& sink : counted_) {
    sum.calls += sink.calls();
    sum.messages += sink.messages();
  }
  return sum;
}

// Counting costs a step more for each record, so it is left out where the whole run is written.
std::vector<model::MergedSink*> TimelineMerge::make_sinks() {
  std::vector<model::MergedSink*> all;
  for (std::size_t rank = 0; rank < run().processes.size(); ++rank) {
    std::vector<model::MergedSink*> of_rank;
    for (const File& file : files_) of_rank.push_back(file.ranks[rank].get());
    model::MergedSink* sink = of_rank.front();
    if (of_rank.size() > 1) sink = &tees_.emplace_back(std::move(of_rank));
    if (!session_.time.is_whole()) sink = &counted_.emplace_back(*sink, session_.time);
    all.push_back(sink);
  }
  return all;
}

void TimelineMerge::put(File& file, std::uint64_t number, present::Text& text) {
  file.form->seal(text);
  file.output.put(number, text);
}

void TimelineMerge::put_rank(std::size_t slice, std::size_t rank, bool is_last) {
  for (File& file : files_) {
    if (is_last) file.ranks[rank]->finish();
    put(file, 1 + slice * file.ranks.size() + rank, file.ranks[rank]->written());
  }
}

}  // namespace mpitrace::cli
