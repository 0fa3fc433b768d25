// SPDX-License-Identifier: BSD-3-Clause
// A call and what surrounds it in a thread's record, as the readers give them and the other rooms take them. Plain
// values; the numbers are those of the file format (read/records.cpp holds them equal at compile time).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/time.h"

namespace mpitrace::model {

// What a function does to messages.
enum class Kind : std::uint8_t {
  kPlain,
  kSend,
  kReceive,
  kSendReceive,
  kSendStart,
  kReceiveStart,
  kSendInit,
  kReceiveInit,
  kStart,
  kComplete,
  kProbe,
  kMatchedProbe,
  kMatchedReceive,
  kMatchedReceiveStart,
  kRequestFree,
  kCancel,
  kCollective,
  kCollectiveStart,
  kCollectiveInit,
  kCommunicatorNew,
  kCommunicatorFree,
  kInit,
  kFinalize,
  kAbort,
  kSendReceiveStart,
  kWindowNew,
  kWindowFree,
  kWindowUse,
  kPut,
  kGet,
  kGetAccumulate,
  kFence,
  kEpochPost,
  kEpochStart,
  kEpochComplete,
  kEpochWait,
  kLock,
  kUnlock,
  kFlush,
  kFileOpen,
  kFileClose,
  kFileUse,
  kFileRead,
  kFileWrite,
  kFileReadStart,
  kFileSplitEnd,
};
inline constexpr std::size_t kKinds = 46;

constexpr bool is_window_call(Kind kind) {
  return Kind::kWindowNew <= kind && kind <= Kind::kFlush;
}
constexpr bool is_file_call(Kind kind) {
  return Kind::kFileOpen <= kind && kind <= Kind::kFileSplitEnd;
}
// Where its Sequence counts it, if it is a collective: on the communicator, also where it makes a window or a file; or
// on the window or file that it is a call on.
constexpr bool is_counted_on_communicator(Kind kind) {
  return kind == Kind::kCollective || kind == Kind::kCollectiveStart || kind == Kind::kCollectiveInit ||
         kind == Kind::kCommunicatorNew || kind == Kind::kWindowNew || kind == Kind::kFileOpen;
}
constexpr bool is_counted_on_window(Kind kind) {
  return kind == Kind::kFence || kind == Kind::kWindowFree;
}
constexpr bool is_counted_on_file(Kind kind) {
  return is_file_call(kind) && kind != Kind::kFileOpen && kind != Kind::kFileSplitEnd;
}
constexpr bool may_be_collective(Kind kind) {
  return is_counted_on_communicator(kind) || is_counted_on_window(kind) || is_counted_on_file(kind);
}
// Its listed entries are ranks of a group, not requests.
constexpr bool lists_ranks(Kind kind) {
  return kind == Kind::kEpochPost || kind == Kind::kEpochStart;
}

enum class Group : std::uint8_t {
  kUnknown,
  kPointToPoint,
  kCollective,
  kRma,
  kIo,
  kCommunicator,
  kLocal,
  kLifeCycle,
};
inline constexpr std::size_t kGroups = 8;

enum class Field : std::uint8_t {
  kPeer,
  kTag,
  kSentBytes,
  kRecvBytes,
  kRequest,
  kSequence,
  kCommunicator,
  kRequests,
  kListed,
  kGiven,
  kMatchedPeer,
  kMatchedTag,
  kSource,
  kSourceTag,
  kMessage,
  kObject,
  kResult,
  kOffset,
};
inline constexpr std::size_t kFields = 18;

inline constexpr std::int64_t kAnySource = -1;
inline constexpr std::int64_t kAnyTag = -1;
inline constexpr std::int64_t kProcNull = -2;
inline constexpr std::int64_t kRootOfInter = -3;
inline constexpr std::int64_t kAllRanks = -4;
inline constexpr std::int64_t kLockShared = 2;        // what kTag says of a lock; 1 is exclusive
inline constexpr std::int64_t kNoSequence = -1;       // the call is no collective of its file
inline constexpr std::int64_t kNoOffset = INT64_MIN;  // the file's own pointer says where

// A call's arguments and results. Fields its kind does not carry are 0.
class Values {
 public:
  std::int64_t operator[](Field field) const { return values_[static_cast<std::size_t>(field)]; }
  std::int64_t& operator[](Field field) { return values_[static_cast<std::size_t>(field)]; }
  friend bool operator==(const Values&, const Values&) = default;

 private:
  std::array<std::int64_t, kFields> values_{};
};

// One request that a call completed or started; a rank of a group (lists_ranks()), which has an id only.
struct RequestEntry {
  std::uint64_t id = 0;
  bool cancelled = false;
  bool has_status = false;  // the next three hold; otherwise all was as the request was made
  std::int64_t source = 0;
  std::int64_t tag = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const RequestEntry&, const RequestEntry&) = default;
};

// Failed polls of one call site, folded.
struct PolledSite {
  std::uint32_t site = 0;
  std::uint64_t count = 0;
  Duration busy;
};

enum class RecordType : std::uint8_t {
  kCall,
  kCompleted,  // further requests of the call before, which did not fit into its record; times, kind and values are
               // that call's
  kPolls,      // from the start of the first failed poll to the end of the last
  kPause,      // start: the moment recording was paused; the calls that follow have shown = false
  kResume,
  kFlush,           // the recorder wrote a chunk
  kClocksCompared,  // the recorder compared the clocks of the job's nodes
  kLoss,            // records are missing between the one before and the one after
  kUnfinished,      // the call the thread was in when its process stopped; it has no end
  kRegionBegin,     // the program's own marks; regions nest within their thread
  kRegionEnd,
  kStep,
};

// What a call with a count for each peer sends to each of them, in the order of the communicator's ranks, or of the
// neighbours of its topology.
struct PeerBytes {
  std::vector<std::uint64_t> bytes;
  std::uint64_t most = 0;
  std::uint64_t nothing = 0;  // how many peers get none
};

// One record of a thread. References hold until the source's next step.
struct Record {
  RecordType type = RecordType::kCall;
  Kind kind = Kind::kPlain;
  Group group = Group::kUnknown;
  bool shown = true;       // false: made while recording was paused; only for matching, without times
  std::uint32_t site = 0;  // index into the process's sites
  Time start;
  Time end;
  const Values* values = nullptr;         // kCall, kCompleted, kUnfinished
  std::uint32_t given = 0;                // kUnfinished: bit n says that the n-th of UnfinishedArgument is known
  std::span<const RequestEntry> listed;   // kCall, kCompleted
  std::span<const PolledSite> polled;     // kPolls
  const PeerBytes* peer_bytes = nullptr;  // kCall: null where it sends by no such row
  std::string_view name;                  // kRegionBegin
  std::uint64_t number = 0;               // kStep
  std::uint64_t lost_chunks = 0;          // kLoss
  std::uint64_t lost_calls = 0;           // kLoss: as far as the writer could count them

  std::int64_t operator[](Field field) const { return (*values)[field]; }
};

// The arguments an unfinished call may hold, in the order of `Record::given`.
enum class UnfinishedArgument : std::uint8_t { kCommunicator, kPeer, kTag, kBytes, kRequests, kObject };

// Where records of one thread come from, in the order they were made.
class RecordSource {
 public:
  virtual ~RecordSource() = default;
  // The next record, or nullptr at the end. The record stays valid until the next call.
  virtual const Record* next() = 0;
};

}  // namespace mpitrace::model
