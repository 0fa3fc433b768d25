// SPDX-License-Identifier: BSD-3-Clause
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "perfetto/json_value.pb.h"
#include "perfetto/shown.h"

namespace mpitrace::tests {
namespace {

using json::Object;
using json::Value;

// Null where there is none.
const Value* find(const Object& object, const std::string& name) {
  for (const Object::Member& member : object.members())
    if (member.name() == name) return &member.value();
  return nullptr;
}

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
    const Object root = parse(json);
    for (const std::string list : {"otherData", "messages", "collectives"}) {
      const Value* found = find(root, list);
      if (found == nullptr) continue;
      for (const auto& member : found->struct_value().members())
        if (member.name() != "damage")
          shown_.facts[(list == "collectives" ? "collectives_" : "") + member.name()] = value_of(member.value());
    }
    if (const Value* unfinished = find(root, "unfinished_calls"))
      shown_.facts["unfinished_calls"] = value_of(*unfinished);
    if (const Value* events = find(root, "traceEvents"))
      for (const Value& event : events->list_value().values()) take(event.struct_value());
    return std::move(shown_);
  }

 private:
  Object parse(const std::string& json) {
    google::protobuf::Value whole;
    const auto status = google::protobuf::util::JsonStringToMessage(json, &whole);
    if (!status.ok()) shown_.broken.emplace_back("does not parse: " + status.ToString());
    Value value;
    if (!value.ParseFromString(whole.SerializeAsString())) shown_.broken.emplace_back("is no JSON value");
    return value.struct_value();
  }
  static std::string text(const Object& event, const std::string& key) {
    const Value* found = find(event, key);
    return found != nullptr ? value_of(*found) : "";
  }
  std::int64_t ns(const Object& event, const std::string& key) {
    const Value* found = find(event, key);
    if (found == nullptr) shown_.broken.emplace_back("an event without " + key);
    return found != nullptr ? std::llround(found->number_value() * 1000) : 0;
  }

  void take(const Object& event) {
    const std::string kind = text(event, "ph");
    const std::string pid = text(event, "pid");
    const std::string tid = text(event, "tid");
    if (kind == "M") {
      const Value* args = find(event, "args");
      const std::string name = args != nullptr ? text(args->struct_value(), "name") : "";
      if (text(event, "name") == "process_name") processes_[pid] = name;
      if (text(event, "name") == "thread_name") threads_[tid] = name;
      return;
    }
    ShownSlice slice;
    slice.track = {processes_[pid], threads_[tid]};
    slice.start_ns = slice.end_ns = ns(event, "ts");
    slice.name = text(event, "name");
    slice.category = text(event, "cat");
    if (const Value* args = find(event, "args"))
      for (const auto& member : args->struct_value().members())
        slice.arguments[member.name()] = value_of(member.value());
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
