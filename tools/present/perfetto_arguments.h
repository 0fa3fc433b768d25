// SPDX-License-Identifier: BSD-3-Clause
// A call's arguments as debug annotations of an open Perfetto event: the form of show_arguments() for Perfetto. Their
// names are numbers that the event's sequence knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "present/argument_names.h"
#include "present/arguments.h"
#include "present/names.h"
#include "present/perfetto_schema.h"
#include "present/protobuf.h"

namespace mpitrace::present {

inline void put_annotation(Message& event, std::uint8_t name, std::int64_t value) {
  const std::size_t body = event.begin_short(EventField::kAnnotation);
  event.number(AnnotationField::kNameId, name);
  event.number(AnnotationField::kNumber, static_cast<std::uint64_t>(value));
  event.end_short(body);
}
inline void put_annotation(Message& event, std::uint8_t name, std::string_view text) {
  const std::size_t body = event.begin(EventField::kAnnotation);
  event.number(AnnotationField::kNameId, name);
  event.text(AnnotationField::kText, text);
  event.end(body);
}

class PerfettoArguments {
 public:
  PerfettoArguments(Message& event, const ArgumentNames& names) : event_(event), names_(names) {}

  // The rank in the world, and the rank in the communicator where that is another.
  void rank(const auto& key, std::int64_t value) {
    if (value < 0) return word(key, special_rank(value));
    const std::int64_t in_world = names_.world_rank(communicator_, value);
    if (in_world < 0) {
      word(key, kUnknown);
    } else {
      number(key, in_world);
    }
    if (in_world != value) put_annotation(event_, key.in_comm_number(), value);
  }
  void tag(const auto& key, std::int64_t value) {
    if (value == model::kAnyTag) return word(key, "any");
    number(key, value);
  }
  void number(const auto& key, std::int64_t value) { put_annotation(event_, key.number(), value); }
  void word(const auto& key, std::string_view text) { put_annotation(event_, key.number(), text); }
  void communicator(const auto& key, std::int64_t local_id) {
    const CommunicatorText* found = names_.communicators.find(local_id);
    if (communicator_ == nullptr) communicator_ = found;
    word(key, found != nullptr ? std::string_view(found->name) : kUnknown);
  }
  void window(const auto& key, std::int64_t local_id) { object(key, names_.windows.find(local_id)); }
  void file(const auto& key, std::int64_t local_id) { object(key, names_.files.find(local_id)); }
  // One text and one number for all ranks that took part: the viewer lights them up together.
  void collective(std::int64_t local_id, std::int64_t sequence) {
    put_collective(names_.communicators.find(local_id), sequence);
  }
  void object_collective(std::int64_t sequence) { put_collective(communicator_, sequence); }
  // The first ones, as ranks in the world.
  void ranks(const auto& key, std::span<const model::RequestEntry> entries) {
    const std::size_t body = event_.begin(EventField::kAnnotation);
    event_.number(AnnotationField::kNameId, key.number());
    for (const model::RequestEntry& entry : entries.first(std::min(entries.size(), kMostRanks))) {
      const std::int64_t in_world = names_.world_rank(communicator_, static_cast<std::int64_t>(entry.id));
      const std::size_t value = event_.begin_short(AnnotationField::kArray);
      if (in_world < 0) {
        event_.text(AnnotationField::kText, kUnknown);
      } else {
        event_.number(AnnotationField::kNumber, static_cast<std::uint64_t>(in_world));
      }
      event_.end_short(value);
    }
    event_.end(body);
  }

 private:
  static constexpr std::string_view kUnknown = "unknown";

  void object(const auto& key, const CommunicatorText* found) {
    communicator_ = found;
    word(key, found != nullptr ? std::string_view(found->name) : kUnknown);
  }
  void put_collective(const CommunicatorText* found, std::int64_t sequence) {
    number(Key("seq"), sequence);
    if (found == nullptr || found->collective.empty()) return;
    const std::size_t body = event_.begin(EventField::kAnnotation);
    event_.number(AnnotationField::kNameId, argument_number("coll"));
    const std::size_t text = event_.begin(AnnotationField::kText);
    event_.raw(found->collective);
    event_.digits(sequence);
    event_.end(text);
    event_.end(body);
    event_.number(EventField::kCorrelation, found->first_collective + static_cast<std::uint64_t>(sequence));
  }

  Message& event_;
  const ArgumentNames& names_;
  const CommunicatorText* communicator_ = nullptr;  // of the call, or its window or file
};

}  // namespace mpitrace::present
