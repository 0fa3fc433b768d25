// SPDX-License-Identifier: BSD-3-Clause
// What a viewer shows of a timeline, whatever form it has, so that two forms of one run can be compared.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace mpitrace::tests {

// Names of a rank and of a track in it: "rank 0001", "main thread".
struct ShownTrack {
  std::string process;
  std::string name;
  friend auto operator<=>(const ShownTrack&, const ShownTrack&) = default;
};

struct ShownSlice {
  ShownTrack track;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;  // of an instant: its start
  std::string category;
  std::string name;
  std::map<std::string, std::string> arguments;
  friend auto operator<=>(const ShownSlice&, const ShownSlice&) = default;
};

// An end of an arrow: where and when.
using ShownEnd = std::tuple<ShownTrack, std::int64_t>;

struct Shown {
  std::multiset<ShownSlice> slices;
  std::multiset<ShownSlice> instants;
  std::map<std::uint64_t, ShownEnd> flow_begins;
  std::map<std::uint64_t, ShownEnd> flow_ends;
  std::map<ShownEnd, std::int64_t> counters;  // track: that of the counter
  std::map<std::string, std::string> facts;
  std::vector<std::string> broken;  // rules of the form, a sentence each
};

// Where two forms of one run differ, and the rules that either breaks, a sentence each. Perfetto's may have more:
// requests as slices, marks at which arrows end, a second counter.
std::vector<std::string> differences(const Shown& chrome, const Shown& perfetto);

// A slice or instant in a line.
std::string text_of(const ShownSlice& slice);

// A trace in Perfetto's form, checked by the rules of its importer as it is read.
Shown read_perfetto(const std::string& bytes);
// What a packet with packed ones holds; empty if that is not a whole zlib stream.
std::string inflated(const std::string& bytes);
// A file of Chrome Trace Event JSON.
Shown read_chrome(const std::string& json);

}  // namespace mpitrace::tests
