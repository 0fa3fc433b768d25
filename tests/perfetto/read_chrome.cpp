// SPDX-License-Identifier: BSD-3-Clause
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "perfetto/shown.h"

namespace mpitrace::tests {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

std::string value_of(const Value& value) {
  switch (value.kind_case()) {
    case Value::kNumberValue:
      return std::to_string(std::llround(value.number_value()));
    case Value::kStringValue:
      return value.string_value();
    case Value::kListValue: {
      std::string list;
      for (const Value& one : value.list_value().values()) list += (list.empty() ? "" : ",") + value_of(one);
      return "[" + list + "]";
    }
    default:
      return "unknown";
  }
}

class Reader {
 public:
  Shown read(const std::string& json) {
    Value whole;
    const auto status = google::protobuf::util::JsonStringToMessage(json, &whole);
    if (!status.ok()) shown_.broken.emplace_back("does not parse: " + status.ToString());
    const Struct& root = whole.struct_value();
    for (const std::string list : {"otherData", "messages", "collectives"}) {
      const auto found = root.fields().find(list);
      if (found == root.fields().end()) continue;
      for (const auto& [name, value] : found->second.struct_value().fields())
        if (name != "damage") shown_.facts[(list == "collectives" ? "collectives_" : "") + name] = value_of(value);
    }
    shown_.facts["unfinished_calls"] = value_of(root.fields().at("unfinished_calls"));
    for (const Value& event : root.fields().at("traceEvents").list_value().values()) take(event.struct_value());
    return std::move(shown_);
  }

 private:
  static std::string text(const Struct& event, const std::string& key) {
    const auto found = event.fields().find(key);
    return found != event.fields().end() ? value_of(found->second) : "";
  }
  static std::int64_t ns(const Struct& event, const std::string& key) {
    return std::llround(event.fields().at(key).number_value() * 1000);
  }

  void take(const Struct& event) {
    const std::string kind = text(event, "ph");
    const std::string pid = text(event, "pid");
    const std::string tid = text(event, "tid");
    if (kind == "M") {
      const std::string name = text(event.fields().at("args").struct_value(), "name");
      if (text(event, "name") == "process_name") processes_[pid] = name;
      if (text(event, "name") == "thread_name") threads_[tid] = name;
      return;
    }
    ShownSlice slice;
    slice.track = {processes_[pid], threads_[tid]};
    slice.start_ns = slice.end_ns = ns(event, "ts");
    slice.name = text(event, "name");
    slice.category = text(event, "cat");
    if (const auto args = event.fields().find("args"); args != event.fields().end())
      for (const auto& [name, value] : args->second.struct_value().fields()) slice.arguments[name] = value_of(value);
    const ShownEnd place{slice.track, slice.start_ns};
    if (kind == "X") {
      slice.end_ns += ns(event, "dur");
      shown_.slices.insert(slice);
    } else if (kind == "B") {
      open_[tid].push_back(slice);
    } else if (kind == "E") {
      open_[tid].back().end_ns = slice.start_ns;
      shown_.slices.insert(open_[tid].back());
      open_[tid].pop_back();
    } else if (kind == "i") {
      shown_.instants.insert(slice);
    } else if (kind == "C") {
      shown_.counters[{ShownTrack{processes_[pid], slice.name}, slice.start_ns}] = std::stoll(slice.arguments["bytes"]);
    } else {
      (kind == "s" ? shown_.flow_begins : shown_.flow_ends)[std::stoull(text(event, "id"))] = place;
    }
  }

  Shown shown_;
  std::map<std::string, std::string> processes_;
  std::map<std::string, std::string> threads_;
  std::map<std::string, std::vector<ShownSlice>> open_;
};

}  // namespace

Shown read_chrome(const std::string& json) {
  return Reader().read(json);
}

}  // namespace mpitrace::tests
