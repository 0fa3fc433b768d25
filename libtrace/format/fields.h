// SPDX-License-Identifier: BSD-3-Clause
// Which fields a record of each kind carries: the table of docs/FORMAT.md, for the recorder and the readers alike.
// Takes a kind (trace.proto's Kind); gives a mask of bits of format::Field.
#pragma once

#include <cstdint>

#include "format/records.h"

namespace mpitrace::format {

// trace.proto's Kind, for those who do not link libprotobuf. tests/unit/format holds the two equal.
enum class Kind : std::uint8_t {
  kPlain = 0,
  kSend = 1,
  kReceive = 2,
  kSendReceive = 3,
  kSendStart = 4,
  kReceiveStart = 5,
  kSendInit = 6,
  kReceiveInit = 7,
  kStart = 8,
  kComplete = 9,
  kProbe = 10,
  kMatchedProbe = 11,
  kMatchedReceive = 12,
  kMatchedReceiveStart = 13,
  kRequestFree = 14,
  kCancel = 15,
  kCollective = 16,
  kCollectiveStart = 17,
  kCollectiveInit = 18,
  kCommunicatorNew = 19,
  kCommunicatorFree = 20,
  kInit = 21,
  kFinalize = 22,
  kAbort = 23,
  kSendReceiveStart = 24,
  kWindowNew = 25,
  kWindowFree = 26,
  kWindowUse = 27,
  kPut = 28,
  kGet = 29,
  kGetAccumulate = 30,
  kFence = 31,
  kEpochPost = 32,
  kEpochStart = 33,
  kEpochComplete = 34,
  kEpochWait = 35,
  kLock = 36,
  kUnlock = 37,
  kFlush = 38,
  kFileOpen = 39,
  kFileClose = 40,
  kFileUse = 41,
  kFileRead = 42,
  kFileWrite = 43,
  kFileReadStart = 44,
  kFileSplitEnd = 45,
};
inline constexpr std::uint32_t kKindCount = 46;

template <class... Fields>
constexpr std::uint32_t field_mask(Fields... fields) {
  return ((std::uint32_t{1} << static_cast<std::uint32_t>(fields)) | ... | std::uint32_t{0});
}

constexpr std::uint32_t own_fields(Kind kind) {
  using enum Field;
  switch (kind) {
    case Kind::kSend:
      return field_mask(kPeer, kTag, kSentBytes);
    case Kind::kReceive:
    case Kind::kProbe:
      return field_mask(kPeer, kTag, kRecvBytes, kMatchedPeer, kMatchedTag);
    case Kind::kSendReceive:
      return field_mask(kPeer, kTag, kSentBytes, kSource, kSourceTag, kRecvBytes, kMatchedPeer, kMatchedTag);
    case Kind::kSendStart:
    case Kind::kSendInit:
      return field_mask(kPeer, kTag, kSentBytes, kRequest);
    case Kind::kReceiveStart:
    case Kind::kReceiveInit:
      return field_mask(kPeer, kTag, kRecvBytes, kRequest);
    case Kind::kSendReceiveStart:
      return field_mask(kPeer, kTag, kSentBytes, kSource, kSourceTag, kRecvBytes, kRequest);
    case Kind::kStart:
      return field_mask(kRequest, kRequests, kListed);
    case Kind::kComplete:
      return field_mask(kGiven, kRequest, kRequests, kListed);
    case Kind::kMatchedProbe:
      return field_mask(kPeer, kTag, kRecvBytes, kMatchedPeer, kMatchedTag, kMessage);
    case Kind::kMatchedReceive:
      return field_mask(kRecvBytes, kMatchedPeer, kMatchedTag, kMessage);
    case Kind::kMatchedReceiveStart:
      return field_mask(kRecvBytes, kRequest, kMessage);
    case Kind::kRequestFree:
    case Kind::kCancel:
      return field_mask(kRequest);
    case Kind::kCollective:
      return field_mask(kPeer, kSentBytes, kRecvBytes, kSequence);
    case Kind::kCollectiveStart:
    case Kind::kCollectiveInit:
      return field_mask(kPeer, kSentBytes, kRecvBytes, kSequence, kRequest);
    case Kind::kCommunicatorNew:
      return field_mask(kSequence, kObject, kRequest);
    case Kind::kCommunicatorFree:
      return field_mask(kObject);
    case Kind::kAbort:
      return field_mask(kTag);
    case Kind::kWindowNew:
    case Kind::kWindowFree:
    case Kind::kFence:
    case Kind::kFileOpen:
    case Kind::kFileClose:
      return field_mask(kSequence, kObject);
    case Kind::kWindowUse:
    case Kind::kEpochComplete:
    case Kind::kEpochWait:
      return field_mask(kObject);
    case Kind::kPut:
      return field_mask(kPeer, kSentBytes, kRequest, kObject);
    case Kind::kGet:
      return field_mask(kPeer, kRecvBytes, kRequest, kObject);
    case Kind::kGetAccumulate:
      return field_mask(kPeer, kSentBytes, kRecvBytes, kRequest, kObject);
    case Kind::kEpochPost:
    case Kind::kEpochStart:
      return field_mask(kRequests, kListed, kObject);
    case Kind::kLock:
      return field_mask(kPeer, kTag, kObject);
    case Kind::kUnlock:
    case Kind::kFlush:
      return field_mask(kPeer, kObject);
    case Kind::kFileUse:
      return field_mask(kSequence, kObject, kOffset);
    case Kind::kFileRead:
      return field_mask(kRecvBytes, kSequence, kObject, kOffset);
    case Kind::kFileWrite:
      return field_mask(kSentBytes, kRequest, kSequence, kObject, kOffset);
    case Kind::kFileReadStart:
      return field_mask(kRecvBytes, kRequest, kSequence, kObject, kOffset);
    case Kind::kFileSplitEnd:
      return field_mask(kSentBytes, kRecvBytes, kObject);
    case Kind::kPlain:
    case Kind::kInit:
    case Kind::kFinalize:
      return 0;
  }
  return 0;
}

constexpr std::uint32_t carried_fields(Kind kind) {
  return own_fields(kind) | field_mask(Field::kCommunicator, Field::kResult);
}

}  // namespace mpitrace::format
