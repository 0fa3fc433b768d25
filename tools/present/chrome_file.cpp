// SPDX-License-Identifier: BSD-3-Clause
#include "present/chrome_file.h"

#include <algorithm>
#include <utility>

#include "present/chrome_rank.h"
#include "present/run_facts.h"

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

void ChromeFile::begin(Text& text) const {
  text << "{\"displayTimeUnit\":\"ns\",\"otherData\":";
  Object object(text);
  for (const Fact& fact : run_facts(source_.run, source_.version)) {
    if (fact.is_number) {
      object.key(fact.name) << fact.number;
    } else {
      object.key(fact.name).quoted(fact.text);
    }
  }
  object.key("damage");
  damage(source_.run, text);
  object.end();
  text << ",\n\"traceEvents\":[\n";
}

std::unique_ptr<Timeline> ChromeFile::rank(std::size_t process) const {
  return std::make_unique<ChromeRank>(source_.run, source_.communicators, source_.sites[process], process,
                                      ids_[process], source_.options);
}

void ChromeFile::end(const TimelineTotals& totals, Text& text) const {
  // All events end in a comma, so there must be a last one that does not: where the first rank is sorted, once more.
  const TrackIds& first = ids_.front();
  text << "{\"ph\":\"M\",\"pid\":" << first.pid << ",\"tid\":" << first.first_tid
       << ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":" << first.pid - 1 << "}}\n],\n\"messages\":";
  Object object(text);
  for (const Fact& fact : message_facts(totals.messages)) object.key(fact.name) << fact.number;
  object.end();
  text << ",\n\"collectives\":";
  Object operations(text);
  for (const Fact& fact : collective_facts(totals.collectives)) operations.key(fact.name) << fact.number;
  operations.end();
  text << ",\"unfinished_calls\":" << totals.unfinished << "}\n";
}

}  // namespace mpitrace::present
