// SPDX-License-Identifier: BSD-3-Clause
// The numbers of Perfetto's published trace format that we write: fields of messages, and values of enumerations.
#pragma once

#include <cstdint>

namespace mpitrace::present {

inline constexpr std::uint32_t kTracePacket = 1;

struct PacketField {
  static constexpr std::uint32_t kClockSnapshot = 6, kTimestamp = 8, kSequenceId = 10, kTrackEvent = 11,
                                 kInternedData = 12, kSequenceFlags = 13, kCompressedPackets = 50, kClockId = 58,
                                 kDefaults = 59, kTrackDescriptor = 60, kFirstOnSequence = 87, kTraceAttributes = 126;
};
struct SequenceFlag {
  static constexpr std::uint64_t kStateCleared = 1, kNeedsState = 2;
};

struct ClockSnapshotField {
  static constexpr std::uint32_t kClocks = 1, kPrimaryTraceClock = 2;
};
struct ClockField {
  static constexpr std::uint32_t kId = 1, kTimestamp = 2, kIsIncremental = 3;
};
struct ClockId {
  static constexpr std::uint64_t kRealtime = 1, kBoottime = 6, kOfSequence = 64;
};

struct AttributeField {
  static constexpr std::uint32_t kAttribute = 1;  // of all attributes
  static constexpr std::uint32_t kKey = 1, kNumber = 2, kText = 3;
};

struct TrackField {
  static constexpr std::uint32_t kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParent = 5, kCounter = 8,
                                 kSiblingRank = 12, kDescription = 14, kProcessOrdering = 19, kThreadOrdering = 20;
};
struct ProcessField {
  static constexpr std::uint32_t kPid = 1, kName = 6;
};
struct ThreadField {
  static constexpr std::uint32_t kPid = 1, kTid = 2, kName = 5;
};
struct CounterField {
  static constexpr std::uint32_t kUnit = 3;
};
inline constexpr std::uint64_t kExplicitOrdering = 1;
inline constexpr std::uint64_t kUnitCount = 2, kUnitBytes = 3;

struct InternedField {
  static constexpr std::uint32_t kCategories = 1, kEventNames = 2, kAnnotationNames = 3, kAnnotationTexts = 29;
  static constexpr std::uint32_t kId = 1, kText = 2;  // of each
};

struct EventField {
  static constexpr std::uint32_t kCategoryId = 3, kAnnotation = 4, kType = 9, kNameId = 10, kTrackUuid = 11, kName = 23,
                                 kCounterValue = 30, kFlows = 47, kEndingFlows = 48, kCorrelation = 52;
};
struct EventType {
  static constexpr std::uint64_t kBegin = 1, kEnd = 2, kInstant = 3, kCounter = 4;
};
struct AnnotationField {
  static constexpr std::uint32_t kNameId = 1, kNumber = 4, kText = 6, kName = 10, kArray = 12, kTextId = 17;
};

}  // namespace mpitrace::present
