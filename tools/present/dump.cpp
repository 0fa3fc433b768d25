// SPDX-License-Identifier: BSD-3-Clause
#include "present/dump.h"

#include <algorithm>

#include "present/arguments.h"
#include "present/names.h"

namespace mpitrace::present {

namespace {

void put_rank(Text& lines, std::int64_t value) {
  if (value < 0) {
    lines << special_rank(value);
  } else {
    lines << value;
  }
}

void put_tag(Text& lines, std::int64_t value) {
  if (value == model::kAnyTag) {
    lines << "any";
  } else {
    lines << value;
  }
}

void put_hex(Text& lines, unsigned byte) {
  static constexpr char kHex[] = "0123456789abcdef";
  lines << kHex[byte >> 4U] << kHex[byte & 15U];
}

void put_id(Text& lines, std::uint64_t id) {
  for (unsigned shift = 64; shift > 0; shift -= 8) put_hex(lines, id >> (shift - 8) & 0xffU);
}

// MPI_Abort never returns; its record is written before it is called.
bool is_without_end(const model::Record& record) {
  return record.type == model::RecordType::kUnfinished || record.kind == model::Kind::kAbort;
}

// An honest record lists no more; a forged one must not fill the disk.
constexpr std::int64_t kMostInARow = 1 << 20;

bool handles_requests(const model::Record& record) {
  return record.values != nullptr && (record.kind == model::Kind::kStart || record.kind == model::Kind::kComplete);
}

}  // namespace

// Ranks are shown as the call gave them: in its communicator.
struct PlainArguments {
  Text& lines;
  const Dump& dump;
  bool has_sequence = true;
  static constexpr bool kListsRequests = true;  // behind the arguments

  void rank(const auto& key, std::int64_t value) {
    lines << key.plain();
    put_rank(lines, value);
  }
  void tag(const auto& key, std::int64_t value) {
    lines << key.plain();
    put_tag(lines, value);
  }
  void number(const auto& key, std::int64_t value) { lines << key.plain() << value; }
  void word(const auto& key, std::string_view text) { lines << key.plain() << text; }
  void name(const auto& key, std::string_view name) {
    lines << key.plain();
    for (const char character : name) lines << (character == ' ' ? '_' : character);
  }
  void communicator(const auto& key, std::int64_t local_id) {
    name(key, communicator_name(dump.communicators_, dump.index_, local_id));
  }
  void window(const auto& key, std::int64_t local_id) { name(key, window_name(dump.process_, local_id)); }
  void file(const auto& key, std::int64_t local_id) { name(key, file_name(dump.process_, local_id)); }
  void collective(std::int64_t, std::int64_t sequence) {
    if (has_sequence) number(Key("seq"), sequence);
  }
  void object_collective(std::int64_t sequence) { number(Key("seq"), sequence); }
  void ranks(const auto& key, std::span<const model::RequestEntry> entries) {
    lines << key.plain();
    for (std::size_t i = 0; i < entries.size(); ++i) put_rank(i == 0 ? lines : lines << ';', rank_of(entries[i]));
  }
  static std::int64_t rank_of(const model::RequestEntry& entry) { return static_cast<std::int64_t>(entry.id); }
};

Dump::Dump(const model::Run& run, const model::Communicators& communicators, const std::vector<model::SiteName>& sites,
           std::size_t process, const DumpOptions& options)
    : communicators_(communicators),
      sites_(sites),
      process_(run.processes[process]),
      index_(process),
      options_(options) {}

void Dump::record(std::uint32_t thread, const model::Record& record) {
  if (!record.shown || record.start > options_.to || record.end < options_.from) return;
  switch (record.type) {
    case model::RecordType::kCall:
    case model::RecordType::kCompleted:
    case model::RecordType::kUnfinished:
      return call(thread, record);
    case model::RecordType::kPolls:
      return polls(thread, record);
    case model::RecordType::kPause:
      begin(thread, "pause");
      break;
    case model::RecordType::kResume:
      begin(thread, "resume");
      break;
    case model::RecordType::kFlush:
      if (!options_.has_times) return;  // when a buffer was full is as accidental as a time
      begin(thread, "flush");
      break;
    case model::RecordType::kClocksCompared:
      begin(thread, "clocks_compared");
      break;
    case model::RecordType::kRegionBegin:
      begin(thread, "region_begin");
      (lines_ << " name=").quoted(record.name);
      break;
    case model::RecordType::kRegionEnd:
      begin(thread, "region_end");
      break;
    case model::RecordType::kStep:
      begin(thread, "step");
      lines_ << " number=" << record.number;
      break;
    case model::RecordType::kLoss:
      begin(thread, "lost");
      lines_ << " chunks=" << record.lost_chunks << " calls=" << record.lost_calls;
      break;
  }
  end(record);
}

void Dump::begin(std::uint32_t thread, std::string_view what) {
  lines_ << process_.rank.value << ' ' << process_.threads[thread].number << ' ' << what;
}

void Dump::end(const model::Record& record) {
  if (options_.has_times)
    lines_ << " start_ns=" << record.start.ns << " duration_ns=" << (record.end - record.start).ns;
  lines_ << '\n';
}

void Dump::call(std::uint32_t thread, const model::Record& record) {
  begin(thread, function(record.site));
  if (record.type == model::RecordType::kCompleted) {
    lines_ << " continued=1";
    if (lists_ranks(record.kind)) PlainArguments{lines_, *this}.ranks(Key("group"), record.listed);
  } else {
    if (is_without_end(record)) lines_ << " unfinished=1";
    put_arguments(record);
  }
  if (handles_requests(record)) requests(record);
  if (record.peer_bytes != nullptr) {
    char before = '=';
    lines_ << " to";
    for (const std::uint64_t bytes : record.peer_bytes->bytes) lines_ << std::exchange(before, ',') << bytes;
  }
  if (options_.has_sites) {
    lines_ << " at=" << sites_[record.site].place;
    if (!sites_[record.site].function.empty()) lines_ << " in=" << sites_[record.site].function;
  }
  end(record);
}

void Dump::put_arguments(const model::Record& record) {
  const std::string& name = function(record.site);
  PlainArguments arguments{lines_, *this, model::is_collective_on_parent(name)};
  if (record.type == model::RecordType::kUnfinished) return show_unfinished(record, arguments);
  show_arguments(record, has_root(name), arguments);
}

std::string Dump::arguments(const model::Record& record) {
  const std::size_t before = lines_.size();
  put_arguments(record);
  return std::string(lines_.view().substr(before));
}

// Which requests began, or completed where they are not just those that were given.
void Dump::requests(const model::Record& record) {
  const bool is_start = record.kind == model::Kind::kStart;
  if (!record.listed.empty()) {
    entries(is_start ? " started=" : " done=", record);
  } else if (record.type == model::RecordType::kCall) {
    const std::int64_t count = record[model::Field::kRequests];
    if (count > 0 && (is_start || count < record[model::Field::kGiven])) row(is_start ? " started=" : " done=", record);
  }
}

void Dump::row(std::string_view key, const model::Record& record) {
  lines_ << key;
  const std::int64_t first = record[model::Field::kRequest];
  for (std::int64_t i = 0; i < std::min(record[model::Field::kRequests], kMostInARow); ++i) {
    if (i > 0) lines_ << ';';
    lines_ << model::wrapping_add(first, i);
  }
}

// What each request got, where the record says it: id, or id:source,tag,bytes.
void Dump::entries(std::string_view key, const model::Record& record) {
  lines_ << key;
  bool is_first = true;
  for (const model::RequestEntry& entry : record.listed) {
    if (!std::exchange(is_first, false)) lines_ << ';';
    lines_ << entry.id;
    if (entry.has_status) {
      put_rank(lines_ << ':', entry.source);
      put_tag(lines_ << ',', entry.tag);
      lines_ << ',' << entry.bytes;
    }
    if (entry.cancelled) lines_ << ":cancelled";
  }
}

void Dump::polls(std::uint32_t thread, const model::Record& record) {
  begin(thread, "polls");
  for (const model::PolledSite& polled : record.polled) {
    lines_ << ' ' << function(polled.site) << '=' << polled.count;
    if (options_.has_times) lines_ << " busy_ns=" << polled.busy.ns;
  }
  end(record);
}

void Dump::definitions() {
  const std::int32_t rank = process_.rank.value;
  for (const model::Module& module : process_.modules) {
    lines_ << rank << " module " << module.path << " build_id=";
    for (const char byte : module.build_id) put_hex(lines_, static_cast<unsigned char>(byte));
    lines_ << '\n';
  }
  for (std::uint32_t i = 0; i < process_.sites.size(); ++i)
    lines_ << rank << " site " << i << ' ' << function(i) << " at=" << sites_[i].place << " in=" << sites_[i].function
           << '\n';
  for (const auto& [id, local] : process_.communicators) {
    lines_ << rank << " communicator " << id << " name=";
    lines_.quoted(communicator_name(communicators_, index_, id))
        << " origin=" << origin_name(local.origin) << " rank=" << local.rank << " size=" << local.size
        << " remote_size=" << local.remote_size << " parent=" << local.parent << " seq=" << local.parent_sequence
        << " leader=" << local.leader << '\n';
  }
  for (const auto& [id, local] : process_.windows) {
    lines_ << rank << " window " << id << " name=";
    lines_.quoted(window_name(process_, id))
        << " flavour=" << flavour_name(local.flavour) << " bytes=" << local.bytes
        << " displacement_unit=" << local.displacement_unit << " parent=" << local.communicator
        << " seq=" << local.parent_sequence << '\n';
  }
  for (const auto& [id, local] : process_.files) {
    lines_ << rank << " file " << id << " name=";
    lines_.quoted(file_name(process_, id))
        << " mode=" << local.mode << " parent=" << local.communicator << " seq=" << local.parent_sequence << '\n';
  }
  for (const model::ClockSample& sample : process_.clock_samples) {
    lines_ << rank << " clock_sample when=" << when_name(sample.when) << " process=";
    put_id(lines_, process_.id);
    put_id(lines_ << " peer=", sample.peer_process);
    lines_ << " peer_ticks=" << sample.peer_ticks << " ticks_before=" << sample.ticks_before
           << " ticks_after=" << sample.ticks_after << '\n';
  }
}

}  // namespace mpitrace::present
