// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>
#include <iterator>

#include "perfetto/shown.h"

namespace mpitrace::tests {
namespace {

using Sentences = std::vector<std::string>;

std::string text_of_end(const ShownEnd& end) {
  return std::get<0>(end).process + " | " + std::get<0>(end).name + " | " + std::to_string(std::get<1>(end));
}

void compare(const std::multiset<ShownSlice>& chrome, const std::multiset<ShownSlice>& perfetto,
             const std::function<bool(const ShownSlice&)>& is_perfettos, Sentences& sentences) {
  std::multiset<ShownSlice> rest;
  std::copy_if(perfetto.begin(), perfetto.end(), std::inserter(rest, rest.end()), std::not_fn(is_perfettos));
  Sentences& out = sentences;
  const auto only = [&](const auto& one, const auto& other, const char* form) {
    std::multiset<ShownSlice> missing;
    std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::inserter(missing, missing.end()));
    for (const ShownSlice& slice : missing) out.push_back(std::string("only in ") + form + ": " + text_of(slice));
  };
  only(chrome, rest, "Chrome's form");
  only(rest, chrome, "Perfetto's form");
}

void compare(const std::map<std::uint64_t, ShownEnd>& chrome, const std::map<std::uint64_t, ShownEnd>& perfetto,
             const std::string& what, Sentences& sentences) {
  const auto only = [&](const auto& one, const auto& other, const char* form) {
    for (const auto& [flow, end] : one) {
      const auto found = other.find(flow);
      if (found == other.end() || found->second != end)
        sentences.push_back("flow " + std::to_string(flow) + " " + what + " only in " + form + " at " +
                            text_of_end(end));
    }
  };
  only(chrome, perfetto, "Chrome's form");
  only(perfetto, chrome, "Perfetto's form");
}

}  // namespace

std::vector<std::string> differences(const Shown& chrome, const Shown& perfetto) {
  Sentences sentences = chrome.broken;
  sentences.insert(sentences.end(), perfetto.broken.begin(), perfetto.broken.end());
  compare(
      chrome.slices, perfetto.slices, [](const ShownSlice& slice) { return slice.track.name == "requests"; },
      sentences);
  compare(
      chrome.instants, perfetto.instants, [](const ShownSlice& mark) { return mark.category == "mpi.wait"; },
      sentences);
  compare(chrome.flow_begins, perfetto.flow_begins, "begins", sentences);
  compare(chrome.flow_ends, perfetto.flow_ends, "ends", sentences);
  auto counters = perfetto.counters;
  std::erase_if(counters, [](const auto& counter) { return std::get<0>(counter.first).name == "requests in flight"; });
  if (counters != chrome.counters) sentences.emplace_back("the counters differ");
  for (const auto& [name, value] : chrome.facts) {
    const auto found = perfetto.facts.find(name);
    if (found == perfetto.facts.end() || found->second != value)
      sentences.push_back("fact " + name + " is " + value + " only in Chrome's form");
  }
  return sentences;
}

}  // namespace mpitrace::tests
